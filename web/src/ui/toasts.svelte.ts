/// Short words for four seconds, the newest alone: there is room for one in the bar on top.
export const toasts = $state<{ list: { id: number; text: string }[] }>({ list: [] });

let next = 0;

export function toast(text: string): void {
  const id = next++;
  toasts.list = [{ id, text }];
  setTimeout(() => {
    toasts.list = toasts.list.filter((toast) => toast.id !== id);
  }, 4000);
}
