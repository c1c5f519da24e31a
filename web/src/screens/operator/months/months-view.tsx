import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { MonthEnd } from '../../../api/wire.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { LoadError } from '../../../components/load-error.js';
import { LoadMore } from '../../../components/load-more.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useOperatorQuery } from '../operator-api.js';
import rows from '../rows.module.css';
import { MonthCard } from './month-card.js';

const pageSize = 6;
const whileRunningMs = 2000;
const otherwiseMs = 30_000;

const isUnderWay = ({ state, is_billing: isBilling }: MonthEnd): boolean => state === 'closing' || isBilling;

export function View() {
  const { t } = useI18n();
  return (
    <>
      <ScreenHeader
        title={t('app.operator.months.title')}
        intro={t('app.operator.months.intro')}
        actions={<ExportMenu address="operator/exports/months" />}
      />
      <Months />
    </>
  );
}

function Months() {
  const [shown, setShown] = useState(pageSize);
  // One more than shown, to know whether there are more.
  const { data, error, refetch, isPlaceholderData } = useOperatorQuery<MonthEnd[]>(
    `months?limit=${shown + 1}`,
    (months) => (months?.some(isUnderWay) ? whileRunningMs : otherwiseMs),
  );
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (!data) return <Skeleton height="24rem" radius="lg" />;
  return (
    <>
      <div className={rows['cards']}>
        {data.slice(0, shown).map((month) => (
          <MonthCard key={month.month} month={month} />
        ))}
      </div>
      <LoadMore
        hasMore={isPlaceholderData || data.length > shown}
        isBusy={isPlaceholderData}
        onMore={() => setShown(shown + pageSize)}
      />
    </>
  );
}
