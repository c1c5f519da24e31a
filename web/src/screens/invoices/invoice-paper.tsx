import type { ExpandedInvoice, InvoiceLine } from '../../api/wire.js';
import { Seedling } from '../../parts/seedling.js';
import table from '../../parts/table.module.css';
import { useWords } from '../../words/words.js';
import classes from './invoices.module.css';

/** An invoice as it looks on paper, on the screen as well. */
export function InvoicePaper({ invoice }: { readonly invoice: ExpandedInvoice }) {
  const { say, day, month } = useWords();
  const facts = [
    [say('app.invoices.billedTo'), invoice.account_name],
    [say('app.invoices.number'), invoice.number],
    [say('app.month'), month(`${invoice.month}-01`)],
    [say('app.invoices.issued'), day(invoice.created_at)],
  ] as const;
  const hidden = invoice.line_count - invoice.lines.length;
  return (
    <article
      className={classes['paper']}
      aria-label={say('app.invoices.invoice', { number: invoice.number })}
    >
      <header className={classes['letterhead']}>
        <span className={classes['brand']}>
          <Seedling className={classes['sign']} />
          Regrove
        </span>
        <strong className={classes['word']}>{say('app.invoices.word')}</strong>
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
      {hidden > 0 && <p className={classes['hidden']}>{say('app.invoices.moreLines', { count: hidden })}</p>}
    </article>
  );
}

function LineTable({ invoice: { lines, currency, total } }: { readonly invoice: ExpandedInvoice }) {
  const { say, money } = useWords();
  return (
    <table className={`${table['table']} ${classes['lines']}`}>
      <thead>
        <tr>
          <th scope="col">{say('app.invoices.description')}</th>
          <th scope="col" className={table['count']}>
            {say('app.invoices.amount')}
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
          <th scope="row">{say('app.invoices.total')}</th>
          <td className={table['count']}>{money(total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Line({ line, currency }: { readonly line: InvoiceLine; readonly currency: string }) {
  const { say, day, money } = useWords();
  const { kind, project_name: project, pages, trees, mtco2e } = line;
  const details = [
    day(line.date),
    pages !== null && say('app.amount.pages', { pages }),
    trees !== null && say('app.amount.trees', { trees }),
    mtco2e !== null && say('app.amount.tonnes', { tonnes: mtco2e }),
  ].filter((text) => text !== false);
  return (
    <tr>
      <td className={table['long']}>
        <span>
          {say(kind === 'biomass' ? 'app.invoices.reforestation' : 'app.invoices.carbon', { project })}
        </span>
        <span className={table['detail']}>{details.join(' · ')}</span>
      </td>
      <td className={table['count']}>{money(line.amount, currency)}</td>
    </tr>
  );
}
