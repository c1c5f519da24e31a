import type { I18n } from '../../messages/i18n.js';
import { methodologyTexts, type MethodologyOrigin } from '../../messages/methodology-text.js';
import { isolateBidi } from '../../platform/text/bidi-isolate.js';

const isolated = (text: string | null): string | null => (text === null ? null : isolateBidi(text));

/** By which methodology the figures of a mail were calculated. */
export const methodologyLine = (origin: MethodologyOrigin, { t, date }: I18n): string =>
  methodologyTexts(
    {
      ...origin,
      name: isolateBidi(origin.name),
      source: isolated(origin.source),
      uncertainty: isolated(origin.uncertainty),
    },
    { t, day: (iso) => date(new Date(iso)) },
  ).join(' · ');
