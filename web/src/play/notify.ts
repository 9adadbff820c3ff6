import { navigate } from '../router.svelte';

/** Browser notifications when it is the user's turn and the page is hidden. Only for users who asked for them. */
const KEY = 'floe.notify';

const isSupported = () => typeof Notification !== 'undefined';

export function notificationsOn(): boolean {
  return isSupported() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'yes';
}

/** How it stands: `default` may be asked for. */
export function notificationState(): NotificationPermission | 'unable' {
  if (!isSupported()) return 'unable';
  return Notification.permission === 'denied' ? 'denied' : notificationsOn() ? 'granted' : 'default';
}

/** Asks the browser; only ever from a button. False: it does not allow it. */
export async function requestNotifications(): Promise<boolean> {
  const allowed = isSupported() && (await Notification.requestPermission()) === 'granted';
  localStorage.setItem(KEY, allowed ? 'yes' : 'no');
  return allowed;
}

/** `path`: what a press on it opens, if not the page that is open. */
export function notify(title: string, tag: string, path = location.pathname): void {
  if (!notificationsOn() || !document.hidden) return;
  try {
    const note = new Notification(title, { tag });
    note.onclick = () => {
      window.focus();
      if (path !== location.pathname) navigate(path);
      note.close();
    };
  } catch {
    // On phones only the service worker may; a press on it brings the page back.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { tag, data: path }));
  }
}
