import type { InvoiceDocument, InvoiceLine } from '../../api/wire.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './invoices.module.css';

export function InvoiceLines({ invoice }: { readonly invoice: InvoiceDocument }) {
  const { t, money, locale } = useI18n();
  const { lines, currency, total, tax, gross, tax_rate: rate, tax_name: name } = invoice;
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  const taxName = t('app.invoices.tax', {
    name: name ?? t('app.invoices.taxWord'),
    rate: percent.format((rate ?? 0) / 100),
  });
  return (
    <table className={`${table['table']} ${classes['lines']}`}>
      <thead>
        <tr>
          <th scope="col">{t('app.invoices.description')}</th>
          <th scope="col" className={table['count']}>
            {t('app.invoices.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.offset_id} line={line} currency={currency} />
        ))}
      </tbody>
      <tfoot>
        {tax !== null && (
          <>
            <Sum name={t('app.invoices.net')} amount={money(total, currency)} isPart />
            <Sum name={taxName} amount={money(tax, currency)} isPart />
          </>
        )}
        <Sum name={t('app.invoices.total')} amount={money(gross, currency)} />
      </tfoot>
    </table>
  );
}

interface SumProps {
  readonly name: string;
  readonly amount: string;
  /** Part of the total below it. */
  readonly isPart?: boolean;
}

const Sum = ({ name, amount, isPart = false }: SumProps) => (
  <tr className={isPart ? classes['part'] : undefined}>
    <th scope="row">{name}</th>
    <td className={table['count']}>{amount}</td>
  </tr>
);

function Line({ line, currency }: { readonly line: InvoiceLine; readonly currency: string }) {
  const { t, day, money } = useI18n();
  const { kind, project_name: project, pages, trees, mtco2e } = line;
  const details = [
    day(line.date),
    pages !== null && t('app.amount.pages', { pages }),
    trees !== null && t('app.amount.trees', { trees }),
    mtco2e !== null && t('app.amount.tonnes', { tonnes: mtco2e }),
  ].filter((text) => text !== false);
  return (
    <tr>
      <td className={table['long']}>
        <span>
          {t(kind === 'biomass' ? 'app.invoices.reforestation' : 'app.invoices.carbon', { project })}
        </span>
        <span className={table['detail']}>{details.join('\u00a0· ')}</span>
      </td>
      <td className={table['count']}>{money(line.amount, currency)}</td>
    </tr>
  );
}
