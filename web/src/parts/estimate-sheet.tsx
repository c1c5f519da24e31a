import { Text } from '@mantine/core';
import { useEstimate } from '../api/use-estimate.js';
import type { OrderedPaper } from '../api/wire.js';
import { useWords } from '../words/words.js';
import { ErrorText } from './error-text.js';
import { Figure, FigureList } from './figure-list.js';
import { Sheet } from './sheet.js';

interface EstimateSheetProps {
  /** Undefined while there is nothing to calculate with. */
  readonly paper: OrderedPaper | undefined;
  /** Why there is nothing yet, where it is not for want of paper. */
  readonly hint?: string | undefined;
  /** A quote is about trees alone: the tonnes are told, and not charged. */
  readonly isQuote?: boolean;
}

/** What the paper comes to, as it is typed. */
export function EstimateSheet({ paper, hint, isQuote = false }: EstimateSheetProps) {
  const { say, number, trees, money, mass } = useWords();
  const { data, error } = useEstimate(paper);
  return (
    <Sheet title={say('app.estimate.title')}>
      <div aria-live="polite">
        {paper && error ? (
          <ErrorText error={error} />
        ) : !data ? (
          <Text c="dimmed">{hint ?? say('app.estimate.hint')}</Text>
        ) : (
          <FigureList>
            <Figure name={say('app.items.byMass')}>{mass(data.mass)}</Figure>
            <Figure name={say('app.pages')}>{number(data.standard_pages)}</Figure>
            <Figure name={say('app.trees')}>{trees(data.trees)}</Figure>
            <Figure name={say('app.estimate.footprint')}>
              {say('app.amount.tonnes', { tonnes: data.footprint })}
            </Figure>
            {!isQuote && data.mtco2e > 0 && (
              <>
                <Figure name={say('app.estimate.treesPrice')}>
                  {money(data.biomass_price, data.currency)}
                </Figure>
                <Figure name={say('app.estimate.carbonPrice')}>
                  {money(data.carbon_price, data.currency)}
                </Figure>
              </>
            )}
            <Figure name={say('app.price')} isMain>
              {money(isQuote ? data.biomass_price : data.price, data.currency)}
            </Figure>
          </FigureList>
        )}
      </div>
    </Sheet>
  );
}
