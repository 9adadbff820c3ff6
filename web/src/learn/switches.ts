// A switch of the rules in words: which values it takes, and which is the usual one.
import type { Json, Switch } from '../game/types';
import { t } from '../texts';

export function value(value: Json): string {
  if (value === null) return t('learn.none');
  if (value === true) return t('learn.yes');
  if (value === false) return t('learn.no');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value);
}

export function values({ values: kind }: Switch): string {
  const text = (() => {
    switch (kind.type) {
      case 'number': return t('learn.range', { from: kind.min, to: kind.max });
      case 'choice': return kind.options.map(value).join(', ');
      case 'text': return kind.format;
      default: return `${t('learn.yes')}, ${t('learn.no')}`;
    }
  })();
  // For free text, the switch's sentence says what null means.
  return kind.type === 'number' && kind.nullable ? t('learn.orNone', { values: text }) : text;
}
