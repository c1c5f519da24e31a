import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ListedInvoice } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { InvoiceStatus } from '../../invoices/invoice-status.js';
import rows from '../rows.module.css';
import { MarkPaid } from './mark-paid.js';
import { UndoPaid } from './undo-paid.js';

export function PaymentRow({ invoice }: { readonly invoice: ListedInvoice }) {
  const { t, day, money } = useI18n();
  const [isOpen, dialog] = useDisclosure(false);
  const { number, currency, due_on: due, paid_on: paidOn, to_refund: toRefund } = invoice;
  const paidText = (on: string): string => `${t('app.invoices.paidOn')} ${day(on)}`;
  const verb = paidOn === null ? 'mark' : 'undo';
  const Dialog = { mark: MarkPaid, undo: UndoPaid }[verb];
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span dir="auto">{invoice.account_name}</span>
          <InvoiceStatus invoice={invoice} />
        </div>
        <p className={rows['detail']}>
          <span>{number}</span>
          {paidOn !== null ? (
            <span>
              {invoice.paid === null
                ? paidText(paidOn)
                : t('app.labelled', { label: paidText(paidOn), value: money(invoice.paid, currency) })}
            </span>
          ) : (
            due !== null && (
              <span>
                {t('app.invoices.due')} {day(due)}
              </span>
            )
          )}
        </p>
      </div>
      <div className={rows['figures']}>
        <div className={rows['figure']}>
          {money(toRefund > 0 ? toRefund : invoice.remaining, currency)}
          <small>{t(toRefund > 0 ? 'app.invoices.toRefund' : 'app.invoices.toPay')}</small>
        </div>
      </div>
      <FullPermissionOnly>
        <div className={rows['buttons']}>
          <Button
            variant={verb === 'mark' ? 'default' : 'subtle'}
            aria-label={t(`app.operator.payments.${verb}Of`, { number })}
            onClick={dialog.open}
          >
            {t(`app.operator.payments.${verb}`)}
          </Button>
        </div>
      </FullPermissionOnly>
      {isOpen && <Dialog invoice={invoice} onClose={dialog.close} />}
    </li>
  );
}
