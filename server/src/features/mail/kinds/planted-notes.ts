import type { I18n } from '../../../messages/i18n.js';
import { decimal } from '../../../platform/decimals.js';
import type { Part } from '../mail-content.js';
import { note } from './mail-body.js';
import type { PlantedFacts } from '../mail.js';

/** What of the trees is planted and what is pending. `account` is its name, for texts. */
export const plantedNotes = (
  planted: PlantedFacts | undefined,
  account: string,
  { t, date, rounded, roundedPart }: I18n,
): Part[] => [
  ...(planted
    ? [
        note(
          t('mail.planted', {
            account,
            date: date(new Date(planted.day)),
            planted: roundedPart(planted.covered, planted.trees),
            pending: rounded(decimal(planted.trees).minus(planted.covered).toFixed()),
          }),
        ),
      ]
    : []),
  note(t('mail.monthEnd.pending')),
];
