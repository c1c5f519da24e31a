import { Anchor } from '@mantine/core';
import { accountEndpoint } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import type { CreditNote, InvoiceDocument } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './invoices.module.css';

/** What was taken back after the invoice was issued. */
export function CreditNotes({ invoice }: { readonly invoice: InvoiceDocument }) {
  const { t, day, money } = useI18n();
  const { credit_notes: notes, currency, paid, paid_on: paidOn, to_refund: toRefund } = invoice;
  if (notes.length === 0) return null;
  return (
    <Card title={t('app.invoices.creditNotes')} className={classes['notes']}>
      <table className={table['table']}>
        <tbody>
          {notes.map((note) => (
            <CreditNoteRow key={note.id} note={note} />
          ))}
        </tbody>
        <tfoot>
          {paid !== null && paidOn !== null && (
            <tr>
              <th scope="row">
                {t('app.invoices.paidOn')} {day(paidOn)}
              </th>
              <td className={table['count']}>{money(paid, currency)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">{t(toRefund > 0 ? 'app.invoices.toRefund' : 'app.invoices.toPay')}</th>
            <td className={table['count']}>{money(toRefund > 0 ? toRefund : invoice.remaining, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}

function CreditNoteRow({ note }: { readonly note: CreditNote }) {
  const { t, day, money, locale } = useI18n();
  const { account } = useScope();
  return (
    <tr>
      <th scope="row">
        <Anchor
          href={`/app/${accountEndpoint(account, `credit-notes/${note.id}/pdf`)}?locale=${locale}`}
          aria-label={t('app.invoices.creditNotePdf', { number: note.number })}
          download
        >
          {note.number}
        </Anchor>
        <span className={table['detail']}>
          {day(note.created_at)} · {note.reason}
        </span>
      </th>
      <td className={table['count']}>{money(note.gross, note.currency)}</td>
    </tr>
  );
}
