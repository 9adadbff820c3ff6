/// Short words at the lower left, for four seconds, never over the board.
export const toasts = $state<{ list: { id: number; text: string }[] }>({ list: [] });

let next = 0;

export function toast(text: string): void {
  const id = next++;
  toasts.list.push({ id, text });
  setTimeout(() => {
    toasts.list = toasts.list.filter((toast) => toast.id !== id);
  }, 4000);
}
