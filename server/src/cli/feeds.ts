import { checkFeeds } from '../features/feeds/health/check-feeds.js';
import type { CollectionResult } from '../features/feeds/collecting/collect-feed.js';
import { collectFeeds } from '../features/feeds/collecting/collect-feeds.js';
import { findAnyFeed, type Feed } from '../features/feeds/feed-store.js';
import { listDevices } from '../features/feeds/device-list-store.js';
import { listReadings } from '../features/feeds/collecting/reading-store.js';
import { invalid, missing } from '../platform/errors.js';
import type { Instance } from '../database/instance.js';
import { i18nFor } from '../messages/i18n.js';
import { isoDay, startOfMonth } from '../platform/time/months.js';
import { requireRecordDate } from '../platform/time/record-date.js';
import { presentFeedDevice } from '../wire/dashboard/feeds.js';
import { presentFeed } from '../wire/feed.js';
import { presentReading } from '../wire/reading.js';
import type { Command } from './command.js';
import { onInstance, table, type CliEnvironment, type Outcome } from './command-line.js';
import { addFeedList } from './feeds-list.js';
import { readDay, readId, readLine, wholeNumber } from './option-parsers.js';
import { earliestZoneMs } from '../platform/time/durations.js';

export function addFeedCommands(program: Command, line: CliEnvironment): void {
  const feeds = program.command('feeds').description('manage feeds');
  addFeedList(feeds, line);
  onInstance(
    line,
    feeds
      .command('check')
      .description('check whether the sources of feeds respond')
      .example('feeds check')
      .example('feeds check --feed ID')
      .option('--feed <id>', 'one feed instead of all', readId),
    check,
  );
  onInstance(
    line,
    feeds
      .command('collect')
      .description('read the devices of feeds and deposit what they printed')
      .example('feeds collect --feed ID --date 2026-10-31')
      .option('--feed <id>', 'one feed instead of all', readId)
      .option('--date <YYYY-MM-DD>', 'the day of the deposits; default: today', readDay),
    collect,
  );
  onInstance(
    line,
    feeds
      .command('devices')
      .description('show the devices of a feed, and what each printed this month')
      .example('feeds devices --feed ID --search LaserJet')
      .requiredOption('--feed <id>', 'whose', readId)
      .option('--search <text>', 'only devices with this in their serial number, name or model', readLine)
      .option('--limit <n>', 'how many', wholeNumber(1, 99_999), 100),
    devices,
  );
  onInstance(
    line,
    feeds
      .command('readings')
      .description('show the newest readings of a feed, and what each counted')
      .example('feeds readings --feed ID --limit 20')
      .requiredOption('--feed <id>', 'whose', readId)
      .option('--limit <n>', 'how many', wholeNumber(1, 99_999), 100),
    readings,
  );
}

async function devices(
  { context: { db, clock } }: Instance,
  { feed: id, limit, search = '' }: { feed: string; limit: number; search?: string },
): Promise<Outcome> {
  const feed = await findAnyFeed(db, id);
  if (!feed) throw noFeed(id);
  const order = { by: 'device', descending: false };
  const month = isoDay(startOfMonth(clock()));
  const page = { after: undefined, limit };
  const found = await listDevices(db, feed.accountId, feed.id, { order, month, text: search }, page);
  const value = found.map((device) => presentFeedDevice(device, clock()));
  return {
    value,
    text: table(
      [
        'device',
        'serial',
        'name',
        'agent',
        'model',
        'read at',
        'total',
        'unit',
        'pages this month',
        'trouble',
      ],
      value.map((one) => [
        one.device,
        one.serial,
        one.name,
        one.agent,
        one.model,
        one.read_at,
        one.total,
        one.unit,
        one.pages,
        one.trouble_text ?? one.trouble,
      ]),
    ),
  };
}

async function check({ context }: Instance, { feed }: { feed?: string }): Promise<Outcome> {
  const feeds = (await checkFeeds(context, { id: feed })).map((checked) => ({
    ...presentFeed(checked),
    reason: checked.healthCheckReason,
    message: sentenceOf(checked.healthCheckReason, checked.healthCheckHost),
  }));
  if (feed !== undefined && feeds.length === 0) throw noFeed(feed);
  return {
    value: feeds,
    text: table(
      ['id', 'type', 'health', 'changed', 'message'],
      feeds.map(({ id, type, health_check, health_check_changed_at, message }) => [
        id,
        type,
        health_check,
        health_check_changed_at,
        message,
      ]),
    ),
  };
}

async function collect(
  { context }: Instance,
  { feed, date }: { feed?: string; date?: Date },
): Promise<Outcome> {
  if (date) requireReached(date, context.clock());
  const collected = await collectFeeds(context, { id: feed, day: date });
  if (feed !== undefined && collected.length === 0) throw noFeed(feed);
  const value = collected.map(presentResult);
  return {
    value,
    text: table(
      ['feed', 'type', 'outcome', 'devices', 'unidentified', 'pages', 'deposit', 'message'],
      value.map((one) => [
        one.feed_id,
        one.type,
        one.outcome,
        one.devices,
        one.passed_over,
        one.pages,
        one.deposit_id,
        one.detail === null ? one.message : `${one.message ?? ''} (${one.detail})`,
      ]),
    ),
    // A single unreachable server is normal; if none could be read, something is wrong here.
    failed:
      value.some(({ outcome }) => outcome === 'failed') && value.every((one) => one.outcome !== 'collected'),
  };
}

/** Allows tomorrow (UTC) once it has started in the earliest time zone. */
function requireReached(day: Date, now: Date): void {
  if (day.getTime() > now.getTime() + earliestZoneMs) throw invalid(`${isoDay(day)} is in the future`);
  requireRecordDate(day, now, '--date');
}

const presentResult = (collected: CollectionResult) => {
  const { feed, outcome } = collected;
  return {
    feed_id: feed.id,
    account_id: feed.accountId,
    type: feed.type,
    outcome,
    health_check: feed.healthCheck,
    devices: outcome === 'collected' ? collected.devices : null,
    passed_over: outcome === 'collected' ? collected.unidentified : null,
    pages: outcome === 'collected' ? collected.pages : null,
    deposit_id: outcome === 'collected' ? (collected.deposit?.id ?? null) : null,
    date: outcome === 'collected' && collected.deposit ? isoDay(collected.deposit.date) : null,
    resets: outcome === 'collected' ? collected.resets : [],
    reason: outcome === 'failed' ? collected.reason : null,
    message: messageOf(collected),
    // The technical message, for the operator.
    detail: outcome === 'failed' ? collected.message : null,
  };
};

const messageOf = (collected: CollectionResult): string | null => {
  if (collected.outcome === 'collected') return null;
  return collected.outcome === 'skipped' ? collected.message : sentenceOf(collected.reason, collected.host);
};

/** The problem and what to do, worded as for the account's users. */
function sentenceOf(reason: Feed['healthCheckReason'], host: string | null): string | null {
  const { t } = i18nFor('en');
  return reason && t(`mail.reason.${reason}`, { host: host ?? t('mail.feedServer') });
}

async function readings(
  { context: { db } }: Instance,
  { feed: id, limit }: { feed: string; limit: number },
): Promise<Outcome> {
  const feed = await findAnyFeed(db, id);
  if (!feed) throw noFeed(id);
  const value = (await listReadings(db, feed.accountId, feed.id, { after: undefined, limit })).map(
    presentReading,
  );
  return {
    value,
    text: table(
      ['read at', 'device', 'total', 'unit', 'pages', 'note'],
      value.map(({ read_at, device, total, unit, pages, note }) => [
        read_at,
        device,
        total,
        unit,
        pages,
        note,
      ]),
    ),
  };
}

const noFeed = (id: string): Error => missing(`There is no feed ${id}`);
