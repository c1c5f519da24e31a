import { Text } from '@mantine/core';
import { useEstimate } from '../api/use-estimate.js';
import type { OrderedPaper } from '../api/wire.js';
import { useI18n } from '../i18n/use-i18n.js';
import { ErrorText } from './error-text.js';
import { Figure, FigureList } from './figure-list.js';
import { MethodologyNote } from './methodology-note.js';
import { Card } from './card.js';

interface EstimateCardProps {
  /** Undefined while there is nothing to calculate. */
  readonly paper: OrderedPaper | undefined;
  /** Why there is no estimate, if not for missing paper. */
  readonly hint?: string | undefined;
  /** A quote covers trees only: its tonnes are shown but not charged. */
  readonly isQuote?: boolean;
}

/** Updates as one types. */
export function EstimateCard({ paper, hint, isQuote = false }: EstimateCardProps) {
  const { t, number, trees, money, mass } = useI18n();
  const { data, error } = useEstimate(paper);
  return (
    <Card title={t('app.estimate.title')}>
      <div aria-live="polite">
        {paper && error ? (
          <ErrorText error={error} />
        ) : !data ? (
          <Text c="dimmed">{hint ?? t('app.estimate.hint')}</Text>
        ) : (
          <>
            <FigureList>
              <Figure name={t('app.items.byMass')}>{mass(data.mass)}</Figure>
              <Figure name={t('app.pages')}>{number(data.standard_pages)}</Figure>
              <Figure name={t('app.trees')}>{trees(data.trees)}</Figure>
              <Figure name={t('app.estimate.footprint')}>
                {t('app.amount.tonnes', { tonnes: data.footprint })}
              </Figure>
              {!isQuote && data.mtco2e > 0 && (
                <>
                  <Figure name={t('app.estimate.treesPrice')}>
                    {money(data.biomass_price, data.currency)}
                  </Figure>
                  <Figure name={t('app.estimate.carbonPrice')}>
                    {money(data.carbon_price, data.currency)}
                  </Figure>
                </>
              )}
              <Figure name={t('app.price')} isMain>
                {money(isQuote ? data.biomass_price : data.price, data.currency)}
              </Figure>
            </FigureList>
            <MethodologyNote methodologies={[data.methodology]} />
          </>
        )}
      </div>
    </Card>
  );
}
