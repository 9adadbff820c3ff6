/// Does something and says in a toast what was wrong with it.
import { Refused } from '../rules';
import { toast } from '../ui/toasts.svelte';

export async function attempt(what: () => Promise<unknown>): Promise<void> {
  try {
    await what();
  } catch (error) {
    // Something that was stopped on purpose needs no words.
    if (error instanceof Refused && error.message === 'stopped') return;
    const words = error instanceof Error ? error.message : String(error);
    toast(words.charAt(0).toUpperCase() + words.slice(1));
  }
}
