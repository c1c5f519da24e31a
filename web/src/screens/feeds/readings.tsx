import { Text } from '@mantine/core';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { FeedReading } from '../../api/wire.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { Card } from '../../components/card.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { deviceName } from './device-name.js';

const pageSize = 50;

export function Readings({ feedId }: { readonly feedId: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'feeds', feedId, 'readings'),
    appList<FeedReading>(accountEndpoint(account, `feeds/${feedId}/readings`)),
    pageSize,
  );
  return (
    <Card
      title={t('app.feeds.readings')}
      aside={<ExportMenu address={accountEndpoint(account, `exports/feeds/${feedId}/readings`)} />}
    >
      <PagedList isBare pages={pages} empty={<Text c="dimmed">{t('app.feeds.noReadings')}</Text>}>
        {(readings) => (
          <table className={classes['table']}>
            <TableHead
              columns={[
                ['app.feeds.device'],
                ['app.feeds.readAt', 'wide'],
                ['app.feeds.counter', 'count'],
                ['app.pages', 'count'],
              ]}
            />
            <tbody>
              {readings.map((reading) => (
                <Row key={[reading.read_at, reading.unit, reading.device].join(' ')} reading={reading} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </Card>
  );
}

function Row({ reading }: { readonly reading: FeedReading }) {
  const { t, moment, number } = useI18n();
  const { device, read_at: at, total, unit, pages, note } = reading;
  return (
    <tr>
      <th scope="row" className={classes['long']}>
        {deviceName(device)}
        <span className={`${classes['detail']} ${classes['narrow']}`}>{moment(at)}</span>
        {note && <span className={classes['detail']}>{t(`app.feeds.note.${note}`)}</span>}
      </th>
      <td className={`${classes['soft']} ${classes['wide']}`}>
        <time dateTime={at}>{moment(at)}</time>
      </td>
      <td className={classes['count']}>
        {number(total)}
        <span className={classes['detail']}>{t(`app.feeds.${unit}`)}</span>
      </td>
      <td className={classes['count']}>{number(pages)}</td>
    </tr>
  );
}
