import { Skeleton, Text } from '@mantine/core';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { FeedReading } from '../../api/wire.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import classes from './readings.module.css';

const atOnce = 50;

export function Readings({ feedId }: { readonly feedId: string }) {
  const { say } = useWords();
  const { account } = useScope();
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountKey(account.id, 'feeds', feedId, 'readings'),
    appList<FeedReading>(ofAccount(account, `feeds/${feedId}/readings`)),
    atOnce,
  );
  return (
    <Sheet title={say('app.feeds.readings')}>
      {error && !items ? (
        <Failure error={error} retry={refetch} />
      ) : !items ? (
        <Skeleton height="10rem" />
      ) : items.length === 0 ? (
        <Text c="dimmed">{say('app.feeds.noReadings')}</Text>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{say('app.feeds.device')}</th>
              <th scope="col">{say('app.feeds.readAt')}</th>
              <th scope="col" className={classes['count']}>
                {say('app.feeds.counter')}
              </th>
              <th scope="col" className={classes['count']}>
                {say('app.pages')}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map((reading) => (
              <Row key={[reading.read_at, reading.unit, reading.device].join(' ')} reading={reading} />
            ))}
          </tbody>
        </table>
      )}
      <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
    </Sheet>
  );
}

function Row({ reading }: { readonly reading: FeedReading }) {
  const { say, moment, number } = useWords();
  const { device, read_at: at, total, unit, pages, note } = reading;
  return (
    <tr>
      <th scope="row">
        {device}
        <time dateTime={at} className={classes['narrow']}>
          {moment(at)}
        </time>
        {note && <span className={classes['note']}>{say(`app.feeds.note.${note}`)}</span>}
      </th>
      <td className={classes['time']}>
        <time dateTime={at}>{moment(at)}</time>
      </td>
      <td className={classes['count']}>
        {number(total)}
        <span className={classes['unit']}>{say(`app.feeds.${unit}`)}</span>
      </td>
      <td className={classes['count']}>{number(pages)}</td>
    </tr>
  );
}
