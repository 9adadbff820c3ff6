// May this browser show notifications? Asked for only by a button.
import { notificationState, requestNotifications } from '../play/notify';

export const permission = $state<{ state: ReturnType<typeof notificationState> }>({ state: notificationState() });

export async function requestPermission(): Promise<void> {
  await requestNotifications();
  permission.state = notificationState();
}
