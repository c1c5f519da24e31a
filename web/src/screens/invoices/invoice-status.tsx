import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { ListedInvoice } from '../../api/wire.js';
import { today } from '../../clock.js';

type PaymentState = Pick<ListedInvoice, 'gross' | 'credited' | 'due_on' | 'paid_on'>;

type State = 'paid' | 'credited' | 'overdue' | 'open';

function stateOf({ gross, credited, due_on: due, paid_on: paid }: PaymentState): State {
  if (paid !== null) return 'paid';
  if (credited > 0 && credited >= gross) return 'credited';
  return due !== null && due < today() ? 'overdue' : 'open';
}

const tones = { paid: 'good', credited: 'quiet', overdue: 'warn', open: 'quiet' } as const;

export function InvoiceStatus({ invoice }: { readonly invoice: PaymentState }) {
  const { t } = useI18n();
  const state = stateOf(invoice);
  return <StatusBadge tone={tones[state]}>{t(`app.invoices.${state}`)}</StatusBadge>;
}
