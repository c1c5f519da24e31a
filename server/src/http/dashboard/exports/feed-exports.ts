import { listedServers } from '../../routes/servers.js';
import { listedDevices, listedFeeds, listedReadings } from '../account-routes/feeds.js';
import { created, id, pages, status } from './common-columns.js';
import { amount, text, time } from './export-column.js';
import { exportOf } from './list-export.js';

const type = text('app.feeds.type', 'type');

/** Feeds, what they have read, and what they read it from. */
export const feedExports = [
  exportOf({
    list: listedFeeds,
    title: 'app.feeds.title',
    columns: [
      type,
      text('app.feeds.externalId', 'external_id'),
      status,
      text('export.health', 'health'),
      time('app.feeds.lastReading', 'last_read_at'),
      created,
      id,
    ],
  }),
  exportOf({
    list: listedDevices,
    title: 'app.feeds.devices',
    columns: [
      text('app.feeds.device', 'device'),
      text('app.feeds.serialNumber', 'serial'),
      text('app.feeds.deviceName', 'name'),
      text('app.feeds.model', 'model'),
      time('app.feeds.lastReading', 'read_at'),
      amount('app.feeds.counter', 'total'),
      text('export.unit', 'unit'),
      amount('app.feeds.pagesThisMonth', 'pages'),
      text('export.health', ({ trouble, trouble_text: said }) => (said ?? trouble) as string | null),
    ],
  }),
  exportOf({
    list: listedReadings,
    title: 'app.feeds.readings',
    columns: [
      text('app.feeds.device', 'device'),
      time('app.feeds.readAt', 'read_at'),
      amount('app.feeds.counter', 'total'),
      text('export.unit', 'unit'),
      pages,
      text('export.note', 'note'),
    ],
  }),
  exportOf({
    list: listedServers,
    title: 'app.servers.title',
    columns: [type, text('app.servers.url', 'url'), text('app.servers.username', 'username'), created, id],
  }),
];
