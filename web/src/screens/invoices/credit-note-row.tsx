import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { accountEndpoint, appPath } from '../../api/app-request.js';
import { screenPath, useScope } from '../../api/scope.js';
import type { CreditNote } from '../../api/wire.js';
import table from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';

interface CreditNoteRowProps {
  readonly note: CreditNote;
  /** In a list of several invoices. */
  readonly hasInvoice?: boolean;
}

export function CreditNoteRow({ note, hasInvoice = false }: CreditNoteRowProps) {
  const { t, day, money, locale } = useI18n();
  const { account } = useScope();
  return (
    <tr>
      <th scope="row">
        <Anchor
          className={table['whole']}
          href={`${appPath(accountEndpoint(account, `credit-notes/${note.id}/pdf`))}?locale=${locale}`}
          aria-label={t('app.invoices.creditNotePdf', { number: note.number })}
          download
        >
          {note.number}
        </Anchor>
        <span className={table['detail']}>
          {day(note.created_at)}
          {'\u00a0· '}
          {note.reason}
        </span>
        {hasInvoice && (
          <span className={`${table['detail']} ${table['narrow']}`}>
            <InvoiceLink note={note} />
          </span>
        )}
      </th>
      {hasInvoice && (
        <td className={table['wide']}>
          <InvoiceLink note={note} />
        </td>
      )}
      <td className={table['count']}>{money(note.gross, note.currency)}</td>
    </tr>
  );
}

function InvoiceLink({ note }: { readonly note: CreditNote }) {
  const { account } = useScope();
  return (
    <Anchor
      component={Link}
      to={screenPath(account.id, `invoices/${note.invoice_id}`)}
      fz="inherit"
      className={table['whole']}
    >
      {note.invoice_number}
    </Anchor>
  );
}
