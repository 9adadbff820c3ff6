/// May this browser tell when it is your turn? Asked for by a button only.
import { notificationState, requestNotifications } from '../play/notify';

export const mayTell = $state<{ state: ReturnType<typeof notificationState> }>({ state: notificationState() });

export async function tellMe(): Promise<void> {
  await requestNotifications();
  mayTell.state = notificationState();
}
