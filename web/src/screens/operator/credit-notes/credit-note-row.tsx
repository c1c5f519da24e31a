import type { CreditNoteOfAccount } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';

export function CreditNoteRow({ note }: { readonly note: CreditNoteOfAccount }) {
  const { t, day, money } = useI18n();
  const { number, invoice_number: invoice, created_at: issued, currency, tax } = note;
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span dir="auto">{note.account_name}</span>
        </div>
        <p className={rows['detail']}>
          <span>{number}</span>
          <span>{t('app.invoices.invoice', { number: invoice })}</span>
          <span>{day(issued)}</span>
        </p>
        <p className={rows['detail']}>
          <span dir="auto">{note.reason}</span>
        </p>
      </div>
      <div className={rows['figures']}>
        {tax !== null && (
          <>
            <div className={rows['figure']}>
              {money(note.amount, currency)}
              <small>{t('app.invoices.net')}</small>
            </div>
            <div className={rows['figure']}>
              {money(tax, currency)}
              <small>{t('app.invoices.taxWord')}</small>
            </div>
          </>
        )}
        <div className={rows['figure']}>
          {money(note.gross, currency)}
          <small>{t('app.invoices.total')}</small>
        </div>
      </div>
    </li>
  );
}
