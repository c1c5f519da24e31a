import { Fragment } from 'react';
import type { InvoiceDocument } from '../../api/wire.js';
import { Logo } from '../../components/logo.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { InvoiceLines } from './invoice-lines.js';
import { InvoiceStatus } from './invoice-status.js';
import classes from './invoices.module.css';

export function PrintableInvoice({ invoice }: { readonly invoice: InvoiceDocument }) {
  const { t, day, month } = useI18n();
  const { seller, buyer, due_on: due, paid_on: paid } = invoice;
  const facts = [
    [t('app.invoices.number'), invoice.number],
    [t('app.month'), month(`${invoice.month}-01`)],
    [t('app.invoices.issued'), day(invoice.created_at)],
    ...(due === null ? [] : [[t('app.invoices.due'), day(due)] as const]),
    ...(paid === null ? [] : [[t('app.invoices.paidOn'), day(paid)] as const]),
    ...(buyer?.reference == null ? [] : [[t('app.invoices.reference'), buyer.reference] as const]),
  ] as const;
  const hidden = invoice.line_count - invoice.lines.length;
  return (
    <article className={classes['paper']} aria-label={t('app.invoices.invoice', { number: invoice.number })}>
      <header className={classes['letterhead']}>
        <span className={classes['brand']}>
          <Logo className={classes['logo']} />
          Regrove
        </span>
        <span className={classes['heading']}>
          <InvoiceStatus invoice={invoice} />
          <strong className={classes['word']}>{t('app.invoices.word')}</strong>
        </span>
      </header>
      <dl className={classes['parties']}>
        <Party name={t('app.invoices.billedTo')} party={buyer ?? { name: invoice.account_name }} />
        {seller && <Party name={t('app.invoices.from')} party={seller} />}
      </dl>
      <dl className={classes['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <InvoiceLines invoice={invoice} />
      {hidden > 0 && <p className={classes['hidden']}>{t('app.invoices.moreLines', { count: hidden })}</p>}
      {seller && seller.payment.length > 0 && (
        <section className={classes['payment']}>
          <h2>{t('app.invoices.payment')}</h2>
          <p>{seller.payment.map(withWholeIban).join('\n')}</p>
        </section>
      )}
    </article>
  );
}

/** The groups of an IBAN stay on one line. */
const withWholeIban = (text: string): string =>
  text.replaceAll(/\b[A-Z]{2}\d{2}(?: [\dA-Z]{1,4}){3,8}\b/g, (iban) => iban.replaceAll(' ', '\u00a0'));

interface PartyProps {
  readonly name: string;
  readonly party: {
    readonly name: string;
    readonly address?: readonly string[];
    readonly tax_id?: string | null;
  };
}

function Party({ name, party }: PartyProps) {
  const { t } = useI18n();
  const { tax_id: id = null, address = [] } = party;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{party.name}</bdi>
      </dd>
      <dd className={classes['address']}>
        {[...address, ...(id === null ? [] : [t('app.invoices.taxId', { id })])].map((line, index) => (
          <Fragment key={index}>
            <bdi>{line}</bdi>
            {'\n'}
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
