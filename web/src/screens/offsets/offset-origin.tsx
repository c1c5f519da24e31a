import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { screenPath } from '../../api/scope.js';
import type { ListedOffset } from '../../api/wire.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';

interface OffsetOriginProps {
  readonly origin: Pick<ListedOffset, 'account_id' | 'order_id' | 'quote_id' | 'settled_month' | 'reference'>;
}

/** Where an offset comes from: a month-end, an order or a quote. Renders nothing for others. */
export function OffsetOrigin({ origin }: OffsetOriginProps) {
  const { t, month } = useI18n();
  const { order_id: order, quote_id: quote, settled_month: settled, reference } = origin;
  if (settled)
    return (
      <span className={classes['detail']}>
        {t('app.offsets.fromMonthEnd', { month: month(`${settled}-01`) })}
      </span>
    );
  if (!order && !quote) return null;
  const label = order
    ? reference === null
      ? t('app.offsets.fromOrder')
      : t('app.offsets.fromNamedOrder', { reference })
    : reference === null
      ? t('app.offsets.fromQuote')
      : t('app.offsets.fromNamedQuote', { reference });
  const path = order ? `orders/${order}` : `quotes/${quote ?? ''}`;
  return (
    <span className={classes['detail']}>
      <Anchor
        component={Link}
        to={screenPath(origin.account_id, path)}
        c="inherit"
        fz="inherit"
        underline="always"
      >
        {label}
      </Anchor>
    </span>
  );
}
