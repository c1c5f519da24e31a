import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import type { WaitingPaper } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { LoadError } from '../../components/load-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { EmptyCard } from './empty-card.js';
import { dayOf } from './month-figures.js';

/** The account's own paper of this month, which the month-end turns into trees. */
export function WaitingPaperCard({ note }: { readonly note: string | undefined }) {
  const { t, month, number, trees } = useI18n();
  const { account } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'deposits', 'waiting'),
    queryFn: ({ signal }) =>
      appRequest<WaitingPaper>('GET', accountEndpoint(account, 'waiting-paper'), { signal }),
  });
  return (
    <Card
      title={t('app.overview.waiting')}
      note={note}
      aside={
        data && (
          <Anchor component={Link} to={screenPath(account.id, 'deposits')} style={{ whiteSpace: 'nowrap' }}>
            {month(dayOf(data.month))}
          </Anchor>
        )
      }
    >
      {data ? (
        data.deposits === 0 ? (
          <EmptyCard
            text={t('app.overview.waitingNone')}
            actions={[
              ['app.start.connect', 'feeds/new'],
              ['app.start.import', 'deposits/import'],
            ]}
          />
        ) : (
          <>
            <p>{t('app.overview.waitingText', { month: month(dayOf(data.month)) })}</p>
            <FigureList>
              <Figure name={t('app.overview.sheets')}>{number(data.sheets)}</Figure>
              <Figure name={t('app.pages')}>{number(data.pages)}</Figure>
              <Figure name={t('app.overview.paperCo2e')}>
                {t('app.amount.tonnes', { tonnes: data.paper_mtco2e })}
              </Figure>
              <Figure name={t('app.overview.waitingTrees')} isMain>
                {trees(data.trees)}
              </Figure>
            </FigureList>
          </>
        )
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="6rem" />
      )}
    </Card>
  );
}
