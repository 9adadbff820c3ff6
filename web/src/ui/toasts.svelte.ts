/** Short messages, each shown for four seconds, only the newest: the bar at the top has space for one. */
export const toasts = $state<{ list: { id: number; text: string }[] }>({ list: [] });

let next = 0;

export function toast(text: string): void {
  const id = next++;
  toasts.list = [{ id, text }];
  setTimeout(() => {
    toasts.list = toasts.list.filter((toast) => toast.id !== id);
  }, 4000);
}
