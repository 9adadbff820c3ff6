// Runs an action and reports its error: in the status of the board, or through `say`.
import { RulesError } from '../rules';
import { sentence } from '../texts';

/** The sentence that the board shows for a few seconds. */
export const notice = $state<{ text: string | null }>({ text: null });

let timer: ReturnType<typeof setTimeout> | undefined;

export function note(text: string | null): void {
  clearTimeout(timer);
  notice.text = text;
  if (text !== null) timer = setTimeout(() => (notice.text = null), 6000);
}

export async function attempt(what: () => Promise<unknown>, say: (text: string) => void = note): Promise<void> {
  note(null);
  try {
    await what();
  } catch (error) {
    // Something that was stopped on purpose needs no words.
    if (error instanceof RulesError && error.kind === 'stopped') return;
    const message = error instanceof Error ? error.message : String(error);
    say(sentence(message));
  }
}
