import { accountEndpoint, appList } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { CreditNote, InvoiceDocument } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreditNoteRow } from './credit-note-row.js';
import classes from './invoices.module.css';

/** What was taken back after the invoice was issued, and what that leaves to pay or to refund. */
export function CreditNotes({ invoice }: { readonly invoice: InvoiceDocument }) {
  const { t, day, money } = useI18n();
  const { account } = useScope();
  const query = `invoice_id=${invoice.id}`;
  const pages = usePagedList(
    accountKey(account.id, 'credit-notes', query),
    appList<CreditNote>(accountEndpoint(account, `credit-notes?${query}`)),
  );
  const { currency, paid, paid_on: paidOn, to_refund: toRefund } = invoice;
  // Most invoices have none: then there is nothing to see, also while they load.
  if (!pages.error && !pages.items?.length) return null;
  return (
    <Card
      title={t('app.invoices.creditNotes')}
      className={classes['notes']}
      aside={<ExportMenu address={accountEndpoint(account, `exports/credit-notes?${query}`)} />}
    >
      <PagedList pages={pages} empty={null} isBare>
        {(notes) => (
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
                <td className={table['count']}>
                  {money(toRefund > 0 ? toRefund : invoice.remaining, currency)}
                </td>
              </tr>
            </tfoot>
          </table>
        )}
      </PagedList>
    </Card>
  );
}
