// Copies a text. Pages served without encryption, such as in a home network, have no clipboard API; an older way works there.
import { t } from '../texts';
import { toast } from './toasts.svelte';

function oldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Outside an open dialog nothing can be selected.
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
