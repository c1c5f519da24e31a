import { Skeleton } from '@mantine/core';
import type { CarbonStock } from '../../../api/wire.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { LoadError } from '../../../components/load-error.js';
import { Meter } from '../../../components/meter.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { Card } from '../../../components/card.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useOperatorQuery } from '../operator-api.js';
import rows from '../rows.module.css';
import classes from './credit-stock.module.css';

export function CreditStock() {
  const { t } = useI18n();
  const { data, error, refetch } = useOperatorQuery<CarbonStock[]>('carbon-stock');
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (!data) return <Skeleton height="12rem" radius="lg" />;
  if (data.length === 0) return null;
  return (
    <Card
      title={t('app.operator.credits.byProject')}
      aside={<ExportMenu address="operator/exports/carbon-stock" />}
    >
      <ul className={rows['list']}>
        {data.map((stock) => (
          <StockRow key={stock.project_id} stock={stock} />
        ))}
      </ul>
    </Card>
  );
}

function StockRow({ stock }: { readonly stock: CarbonStock }) {
  const { t, trees: tonnesOf } = useI18n();
  const isShort = stock.waiting > stock.left;
  const usage = t('app.operator.credits.usedOf', {
    used: tonnesOf(stock.used),
    tonnes: tonnesOf(stock.tonnes),
  });
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span>{stock.project_name}</span>
          {isShort && <StatusBadge tone="warn">{t('app.operator.credits.shortfall')}</StatusBadge>}
        </div>
        <div className={classes['used']}>
          <p>{usage}</p>
          {stock.tonnes > 0 && (
            <Meter label={usage} value={stock.used} max={stock.tonnes} hasProblem={isShort} />
          )}
        </div>
      </div>
      <div className={rows['figures']}>
        <div className={rows['figure']}>
          {tonnesOf(stock.left)} t<small>{t('app.operator.credits.left')}</small>
        </div>
        <div className={rows['figure']}>
          {tonnesOf(stock.waiting)} t<small>{t('app.operator.credits.waiting')}</small>
        </div>
      </div>
    </li>
  );
}
