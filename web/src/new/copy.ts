/// Copies a text. Pages that came without encryption, in a home network say, have no clipboard; an old way helps there.
import { t } from '../texts';
import { toast } from '../ui/toasts.svelte';

function oldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
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
    toast(t('home.notCopied', { text }));
  }
}
