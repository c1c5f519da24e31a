import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ListedInvoice } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { InvoiceStatus } from '../../invoices/invoice-status.js';
import rows from '../rows.module.css';
import { MarkPaid } from './mark-paid.js';

export function PaymentRow({ invoice }: { readonly invoice: ListedInvoice }) {
  const { t, day, money } = useI18n();
  const [isMarking, marking] = useDisclosure(false);
  const { number, due_on: due, paid_on: paid } = invoice;
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span dir="auto">{invoice.account_name}</span>
          <InvoiceStatus invoice={invoice} />
        </div>
        <p className={rows['detail']}>
          <span>{number}</span>
          {paid !== null ? (
            <span>
              {t('app.invoices.paidOn')} {day(paid)}
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
        <div className={rows['figure']}>{money(invoice.remaining, invoice.currency)}</div>
      </div>
      {paid === null && (
        <div className={rows['buttons']}>
          <Button
            variant="default"
            aria-label={t('app.operator.payments.markOf', { number })}
            onClick={marking.open}
          >
            {t('app.operator.payments.mark')}
          </Button>
        </div>
      )}
      {isMarking && <MarkPaid invoice={invoice} onClose={marking.close} />}
    </li>
  );
}
