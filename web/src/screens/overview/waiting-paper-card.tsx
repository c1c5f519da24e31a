import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { WaitingPaper } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { Figure, FigureList } from '../../components/figure-list.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CardError } from './card-error.js';
import { EmptyCard } from './empty-card.js';
import { LevelLink } from './level-link.js';
import { dayOf } from './month-figures.js';
import type { Level } from './use-overview.js';

/** The paper of this month, which the month-end turns into trees. */
export function WaitingPaperCard({ level }: { readonly level: Level }) {
  const { t, month } = useI18n();
  const { account } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'deposits', 'waiting', level),
    queryFn: ({ signal }) =>
      appRequest<WaitingPaper>('GET', accountEndpoint(account, `waiting-paper?level=${level}`), {
        signal,
      }),
  });
  return (
    <Card
      title={t('app.overview.waiting')}
      aside={
        data && (
          <LevelLink screen="deposits" level={level}>
            {month(dayOf(data.month))}
          </LevelLink>
        )
      }
    >
      {data ? (
        data.deposits === 0 ? (
          <NothingWaits level={level} />
        ) : (
          <Paper paper={data} />
        )
      ) : error ? (
        <CardError error={error} retry={refetch} />
      ) : (
        <Skeleton height="6rem" />
      )}
    </Card>
  );
}

function NothingWaits({ level }: { readonly level: Level }) {
  const { t } = useI18n();
  if (level === 'below') return <p>{t('app.overview.waitingNoneBelow')}</p>;
  return (
    <EmptyCard
      text={t('app.overview.waitingNone')}
      actions={[
        ['app.start.connect', 'feeds/new'],
        ['app.start.import', 'deposits/import'],
      ]}
    />
  );
}

function Paper({ paper }: { readonly paper: WaitingPaper }) {
  const { t, month, number, trees } = useI18n();
  return (
    <>
      <p>{t('app.overview.waitingText', { month: month(dayOf(paper.month)) })}</p>
      <FigureList>
        <Figure name={t('app.overview.sheets')}>{number(paper.sheets)}</Figure>
        <Figure name={t('app.pages')}>{number(paper.pages)}</Figure>
        <Figure name={t('app.overview.paperCo2e')}>
          {t('app.amount.tonnes', { tonnes: paper.paper_mtco2e })}
        </Figure>
        <Figure name={t('app.overview.waitingTrees')} isMain>
          {trees(paper.trees)}
        </Figure>
      </FigureList>
    </>
  );
}
