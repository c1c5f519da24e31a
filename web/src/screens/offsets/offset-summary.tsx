import type { Quote } from '@regrove/sdk';
import { useConversionRates, type ConversionRates } from '../../api/use-estimate.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { MethodologyNote } from '../../components/methodology-note.js';
import { MethodologyOf } from '../../components/methodology-of.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { OffsetFields } from './offset-fields.js';
import classes from './offsets.module.css';
import { priceOfPages } from './price-of-pages.js';

interface OffsetSummaryProps {
  readonly fields: OffsetFields;
  readonly quotes: readonly Quote[] | undefined;
}

interface Amount {
  readonly pages: number;
  readonly trees: number;
  readonly price: number;
}

/** Updates as one types. */
export function OffsetSummary({ fields, quotes }: OffsetSummaryProps) {
  const { t, number, trees, money } = useI18n();
  const rates = useConversionRates();
  const amount = rates && amountOf(fields, quotes, rates);
  return (
    <div aria-live="polite" className={amount && classes['result']}>
      {amount && (
        <>
          <FigureList>
            <Figure name={t('app.pages')}>{number(amount.pages)}</Figure>
            <Figure name={t('app.trees')}>{trees(amount.trees)}</Figure>
            <Figure name={t('app.price')} isMain>
              {money(amount.price, rates.currency)}
            </Figure>
          </FigureList>
          {fields.by === 'quote' ? (
            <MethodologyOf of="quotes" id={fields.quoteId} />
          ) : (
            <MethodologyNote methodologies={[rates.methodology]} />
          )}
        </>
      )}
    </div>
  );
}

function amountOf(
  { by, pages, trees, quoteId }: OffsetFields,
  quotes: readonly Quote[] | undefined,
  { pagesPerTree, pricePerPage }: ConversionRates,
): Amount | undefined {
  if (by === 'quote') {
    const quote = quotes?.find(({ id }) => id === quoteId);
    return quote && { pages: quote.standard_pages, trees: quote.trees, price: quote.price };
  }
  const ofPages = (count: number, grown: number): Amount | undefined =>
    count >= 1 && Number.isInteger(count)
      ? { pages: count, trees: grown, price: priceOfPages(count, pricePerPage) }
      : undefined;
  return by === 'pages'
    ? ofPages(Number(pages), Number(pages) / pagesPerTree)
    : ofPages(Math.round(Number(trees) * pagesPerTree), Number(trees));
}
