/// May this browser tell when it is your turn? Asked for by a button only.
import { notificationState, requestNotifications } from '../play/notify';

export const permission = $state<{ state: ReturnType<typeof notificationState> }>({ state: notificationState() });

export async function requestPermission(): Promise<void> {
  await requestNotifications();
  permission.state = notificationState();
}
