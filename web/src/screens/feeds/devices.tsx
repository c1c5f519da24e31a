import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { FeedDevice } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { deviceName } from './device-name.js';
import { useTroubleText } from './use-problem-text.js';

const pageSize = 50;
const debounceMs = 250;

/** The inventory: what a feed reads, and what each device printed this month. */
export function Devices({ feedId }: { readonly feedId: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const [text, setText] = useState('');
  const [sort, setSort] = useState('device');
  const [settled] = useDebouncedValue(text.trim(), debounceMs);
  const query = new URLSearchParams({ sort, ...(settled && { q: settled }) }).toString();
  const pages = usePagedList(
    accountKey(account.id, 'feeds', feedId, 'devices', query),
    appList<FeedDevice>(accountEndpoint(account, `feeds/${feedId}/devices?${query}`)),
    pageSize,
    true,
  );
  return (
    <Card
      title={t('app.feeds.devices')}
      aside={
        <Group gap="xs">
          <Button
            component={Link}
            to={screenPath(account.id, `feeds/${feedId}/readings`)}
            variant="default"
            size="sm"
          >
            {t('app.feeds.allReadings')}
          </Button>
          <ExportMenu address={accountEndpoint(account, `exports/feeds/${feedId}/devices?${query}`)} />
        </Group>
      }
    >
      <TextInput
        type="search"
        mb="md"
        maxLength={255}
        aria-label={t('app.feeds.searchDevices')}
        placeholder={t('app.feeds.searchDevices')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PagedList
        isBare
        pages={pages}
        empty={<Text c="dimmed">{settled ? t('app.list.noneTitle') : t('app.feeds.noDevices')}</Text>}
      >
        {(devices) => (
          <table className={classes['table']}>
            <TableHead
              columns={[
                ['app.feeds.device'],
                ['app.feeds.lastReading', 'wide'],
                ['app.feeds.counter', 'count', 'wide'],
                ['app.feeds.pagesThisMonth', 'count'],
              ]}
              sorts={{
                'app.feeds.device': 'device',
                'app.feeds.lastReading': 'read',
                'app.feeds.pagesThisMonth': 'pages',
              }}
              sorting={{ sort, change: (changes) => setSort(changes['sort'] ?? 'device') }}
            />
            <tbody>
              {devices.map((device) => (
                <Row key={device.device} device={device} />
              ))}
            </tbody>
          </table>
        )}
      </PagedList>
    </Card>
  );
}

function Row({ device: row }: { readonly device: FeedDevice }) {
  const { t, moment, number } = useI18n();
  const { name, model, serial, agent, read_at: at, total, unit, pages } = row;
  const device = deviceName(row.device);
  const trouble = useTroubleText()(row);
  return (
    <tr>
      <th scope="row" className={classes['long']}>
        {name ?? device}
        {name !== null && device !== serial && <span className={classes['detail']}>{device}</span>}
        {agent !== null && <span className={classes['detail']}>{agent}</span>}
        {serial !== null && (name !== null || device !== serial) && (
          <span className={classes['detail']}>
            {t('app.feeds.serialNumber')} {serial}
          </span>
        )}
        {model !== null && <span className={classes['detail']}>{model}</span>}
        {at !== null && <span className={`${classes['detail']} ${classes['narrow']}`}>{moment(at)}</span>}
        {trouble !== null && <strong className={classes['detail']}>{trouble}</strong>}
      </th>
      <td className={`${classes['soft']} ${classes['wide']}`}>
        {at === null ? t('app.feeds.neverRead') : <time dateTime={at}>{moment(at)}</time>}
      </td>
      <td className={`${classes['count']} ${classes['wide']}`}>
        {total !== null && number(total)}
        {unit !== null && <span className={classes['detail']}>{t(`app.feeds.${unit}`)}</span>}
      </td>
      <td className={classes['count']}>{number(pages)}</td>
    </tr>
  );
}
