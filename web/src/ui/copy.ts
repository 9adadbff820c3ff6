/// Copies a text. Pages that came without encryption, in a home network say, have no clipboard; an old way helps there.
import { t } from '../texts';
import { toast } from './toasts.svelte';

function oldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Beside an open dialog nothing can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  return done;
}

export async function copy(text: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else if (!oldWay(text)) throw new Error('the browser does not copy');
    toast(t('common.copied'));
  } catch {
    toast(t('common.notCopied', { text }));
  }
}
