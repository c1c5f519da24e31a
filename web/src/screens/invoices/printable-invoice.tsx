import type { ExpandedInvoice, InvoiceLine } from '../../api/wire.js';
import { Logo } from '../../components/logo.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './invoices.module.css';

export function PrintableInvoice({ invoice }: { readonly invoice: ExpandedInvoice }) {
  const { t, day, month } = useI18n();
  const facts = [
    [t('app.invoices.billedTo'), invoice.account_name],
    [t('app.invoices.number'), invoice.number],
    [t('app.month'), month(`${invoice.month}-01`)],
    [t('app.invoices.issued'), day(invoice.created_at)],
  ] as const;
  const hidden = invoice.line_count - invoice.lines.length;
  return (
    <article className={classes['paper']} aria-label={t('app.invoices.invoice', { number: invoice.number })}>
      <header className={classes['letterhead']}>
        <span className={classes['brand']}>
          <Logo className={classes['logo']} />
          Regrove
        </span>
        <strong className={classes['word']}>{t('app.invoices.word')}</strong>
      </header>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LineTable invoice={invoice} />
      {hidden > 0 && <p className={classes['hidden']}>{t('app.invoices.moreLines', { count: hidden })}</p>}
    </article>
  );
}

function LineTable({ invoice: { lines, currency, total } }: { readonly invoice: ExpandedInvoice }) {
  const { t, money } = useI18n();
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
        <tr>
          <th scope="row">{t('app.invoices.total')}</th>
          <td className={table['count']}>{money(total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

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
        <span className={table['detail']}>{details.join(' · ')}</span>
      </td>
      <td className={table['count']}>{money(line.amount, currency)}</td>
    </tr>
  );
}
