import { Anchor } from '@mantine/core';
import type { CarbonLot } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';

/** What the registry says about a lot, as far as it is known. */
export function LotQualities({ lot }: { readonly lot: CarbonLot }) {
  const { t } = useI18n();
  const { type, standard, country, ccp, corresponding_adjustment: adjusted, registry_url: url } = lot;
  const words = [
    type && t(`app.operator.credits.${type}`),
    standard,
    country,
    ccp !== 'unknown' && t('app.operator.credits.ccp', { answer: ccp }),
    adjusted !== 'unknown' && t('app.operator.credits.adjusted', { answer: adjusted }),
  ].filter((word) => typeof word === 'string');
  if (words.length === 0 && url === null) return null;
  return (
    <p className={rows['detail']}>
      {words.map((word) => (
        <span key={word}>{word}</span>
      ))}
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit underline="always">
          {t('app.carbonOffsets.inRegistry')}
        </Anchor>
      )}
    </p>
  );
}
