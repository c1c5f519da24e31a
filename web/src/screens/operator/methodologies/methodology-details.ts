import type { Methodology } from '../../../api/wire.js';
import type { MessageKey } from '../../../i18n/use-i18n.js';

export type MethodologyDetailName = 'source' | 'source_url' | 'version' | 'published_on' | 'uncertainty';

/** What readers are told of a methodology besides its factors. */
export const methodologyDetails: readonly {
  readonly name: MethodologyDetailName;
  readonly label: MessageKey;
}[] = [
  { name: 'source', label: 'app.operator.methodologies.source' },
  { name: 'source_url', label: 'app.operator.methodologies.sourceUrl' },
  { name: 'version', label: 'app.operator.methodologies.version' },
  { name: 'published_on', label: 'app.operator.methodologies.publishedOn' },
  { name: 'uncertainty', label: 'app.operator.methodologies.uncertainty' },
];

/** As people read it; an empty field is said to be so by the caller. */
export const methodologyDetailText = (
  name: MethodologyDetailName,
  methodology: Methodology,
  day: (iso: string) => string,
): string | null => {
  const value = methodology[name];
  return name === 'published_on' && value !== null ? day(value) : value;
};
