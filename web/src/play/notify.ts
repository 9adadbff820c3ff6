/// Words from the browser when it is somebody's turn and the page is not looked at. Only for those who asked.
const KEY = 'floe.notify';

const possible = () => typeof Notification !== 'undefined';

export function wanted(): boolean {
  return possible() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'yes';
}

/// Asks the browser; only ever from a button. False: it does not allow it.
export async function want(): Promise<boolean> {
  const allowed = possible() && (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(KEY, allowed ? 'yes' : 'no');
  return allowed;
}

export function tell(title: string, tag: string): void {
  if (!wanted() || !document.hidden) return;
  const note = new Notification(title, { tag });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}
