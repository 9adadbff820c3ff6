/// May this browser tell when it is your turn? Asked for by a button only.
export const mayTell = $state<{ state: NotificationPermission | 'unable' }>({
  state: typeof Notification === 'undefined' ? 'unable' : Notification.permission,
});

export async function tellMe(): Promise<void> {
  mayTell.state = await Notification.requestPermission();
}
