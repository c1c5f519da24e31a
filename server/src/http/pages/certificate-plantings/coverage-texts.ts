import type { Coverage } from '../../../features/plantings/read-coverage.js';
import type { I18n } from '../../../messages/i18n.js';
import { decimal, type Decimal } from '../../../platform/decimals.js';

interface CoverageTexts {
  /** How many trees of a certificate are planted. */
  readonly state: string;
  /** What that means if some are not. */
  readonly note: string | undefined;
}

export function coverageTexts({ covered, pending }: Coverage, trees: Decimal, i18n: I18n): CoverageTexts {
  const { t } = i18n;
  if (decimal(pending).lte(0)) return { state: t('certificate.allPlanted'), note: undefined };
  const note = t('certificate.pendingNote');
  if (decimal(covered).eq(0)) return { state: t('certificate.nonePlanted'), note };
  return {
    state: t('certificate.partPlanted', {
      covered: i18n.roundedPart(covered, trees),
      total: i18n.rounded(trees),
      pending: i18n.rounded(pending),
    }),
    note,
  };
}
