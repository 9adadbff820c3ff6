/// May this browser tell when it is your turn? Asked for by a button only.
import { standing, want } from '../play/notify';

export const mayTell = $state<{ state: ReturnType<typeof standing> }>({ state: standing() });

export async function tellMe(): Promise<void> {
  await want();
  mayTell.state = standing();
}
