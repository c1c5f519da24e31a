import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey } from '@regrove/verify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signerOf } from '../../../verify/test/support/keys.js';
import { startJobs } from '../../src/jobs/start-jobs.js';
import { enqueueInOwnTransaction } from '../../src/database/job-store.js';
import { scrape, type Scrape } from '../support/metrics.js';
import { closedPort } from '../support/ports.js';
import { repository } from '../support/regrove-process.js';
import { until } from '../support/until.js';
import { startWorld, type World } from '../support/world.js';

interface Dashboard {
  readonly panels: { readonly id: number; readonly targets?: { readonly expr: string }[] }[];
  readonly templating: { readonly list: { readonly query: string; readonly type: string }[] };
}

let dashboard: Dashboard;
let manual: string;
let world: World;
let folder: string;
let seen: Scrape;
beforeAll(async () => {
  dashboard = JSON.parse(await readFile(join(repository, 'deploy/grafana/regrove.json'), 'utf8'));
  manual = await readFile(join(repository, 'docs/monitoring.md'), 'utf8');
  folder = await mkdtemp(join(tmpdir(), 'regrove-grafana-'));
  const witnesses = join(folder, 'witnesses');
  const { key } = await signerOf('witness.example/log', 4);
  await writeFile(witnesses, `https://witness.example/log/witness ${formatVerifierKey(key)}\n`);
  world = await startWorld({
    REGROVE_METRICS_PORT: '0',
    REGROVE_LOG_WITNESSES: witnesses,
    REGROVE_DATABASE_REPLICA_URL: `postgresql://127.0.0.1:${String(await closedPort())}/regrove`,
    REGROVE_REDIS_URL: `redis://127.0.0.1:${String(await closedPort())}`,
  });
  // Histograms have series only for what has happened.
  await world.channel.api.get('/account');
  const { instance, metricsPort } = world.server.running;
  await enqueueInOwnTransaction(instance.context.db, {
    task: { name: 'purge-sessions', attempts: 1 },
    payload: {},
  });
  const jobs = startJobs(instance);
  // What a slow database does not tell in time is left out.
  const last = ['regrove_job_duration_seconds_count', 'regrove_jobs', 'regrove_log_halted'];
  await until('a job to be counted, and the figures of the database', async () => {
    seen = await scrape(metricsPort);
    return last.every((name) => seen.names.has(name));
  });
  await jobs.stop();
});
afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

/** The expressions of the alerts in the manual. */
const alerts = (): string[] => [...manual.matchAll(/^ +expr: (.*)$/gm)].map(([, expr = '']) => expr);

const expressions = (): string[] => [
  ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list
    .filter(({ type }) => type === 'query')
    .map(({ query }) => query.replace(/^label_values\((.*), \w+\)$/, '$1')),
];

const words = new Set([
  'by',
  'without',
  'on',
  'ignoring',
  'group_left',
  'group_right',
  'offset',
  'and',
  'or',
  'unless',
  'bool',
]);

/** The names of metrics in an expression: not labels, ranges, strings or functions. */
const metricsIn = (expression: string): string[] =>
  [
    ...expression
      .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, ' ')
      .replaceAll(/\b(by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
      .matchAll(/\b[a-zA-Z_:][\w:]*\b(?!\s*\()/g),
  ]
    .map(([name]) => name)
    .filter((name) => !words.has(name));

const labelsIn = (expression: string): { name: string; label: string; value: string }[] =>
  [...expression.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, name = '', inner = '']) =>
    [...inner.matchAll(/(\w+)=~?"([^"$]*)"/g)].map(([, label = '', value = '']) => ({ name, label, value })),
  );

it('The dashboard and the alerts use metrics that exist', () => {
  expect(expressions().length).toBeGreaterThan(20);
  expect(alerts().length).toBeGreaterThan(5);
  for (const expression of [...expressions(), ...alerts()]) {
    expect(metricsIn(expression), expression).not.toEqual([]);
    for (const name of metricsIn(expression)) expect([...seen.names], expression).toContain(name);
  }
});

it('The dashboard and the alerts use labels that exist', () => {
  const labels = [...expressions(), ...alerts()].flatMap(labelsIn);
  expect(labels.length).toBeGreaterThan(3);
  for (const { name, label, value } of labels) {
    const values = seen.labels(name, label);
    expect(values, `${name} ${label}`).not.toContain('');
    // Which statuses there are depends on what has happened.
    if (label !== 'status') for (const one of value.split('|')) expect(values).toContain(one);
  }
});

it('The dashboard shows all metrics of Regrove, and the manual explains them', () => {
  const shown = new Set(expressions().flatMap(metricsIn).map(family));
  const measured = new Set([...seen.names].filter((name) => name.startsWith('regrove_')).map(family));
  expect([...measured].filter((name) => !shown.has(name))).toEqual([]);
  const explained = [...manual.matchAll(/^\| `(regrove_\w+)`/gm)].map(([, name = '']) => name);
  expect(explained.sort()).toEqual([...measured].sort());
});

const family = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');

it('Every panel has a unique id', () => {
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
