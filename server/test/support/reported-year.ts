import { expect } from 'vitest';
import { fulfilCarbon } from '../../src/features/carbon/fulfil-offsets.js';
import { readCreditFile } from '../../src/features/carbon/credit-file.js';
import { importCredits } from '../../src/features/carbon/import-credits.js';
import { recordRetirements } from '../../src/features/carbon/record-retirements.js';
import { readRetirementFile } from '../../src/features/carbon/retirement-file.js';
import { closeMonth } from '../../src/features/closing/close-month.js';
import { coverTrees } from '../../src/features/plantings/cover-trees.js';
import { readPlantingFile } from '../../src/wire/planting-file.js';
import { importPlantings } from '../../src/features/plantings/import-plantings.js';
import { readMonth } from '../../src/platform/time/months.js';
import type { Json } from './api-client.js';
import { creditHeader, verra } from './credits.js';
import type { TestAccount, World } from './world.js';

const odd = { width: 0.2973, length: 0.4207, gsm: 97 };

const created = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

/**
 * 2025 and 2026 of an account with everything that a report tells of, in odd amounts: deposits and corrections on the edges of months, a
 * feed, an order, a quote, direct offsets, a month-end whose offset was deleted, and what was withdrawn.
 */
export async function fillReportedYear(
  { server, projects, carbon }: World,
  by: TestAccount,
  factor: number,
): Promise<void> {
  const { context } = server.running.instance;
  const { api } = by;
  const deposit = (pages: number, date: string, more: object = {}): Promise<Json> =>
    created(api.post('/deposits', { pages, date, ...more }));
  server.setNow('2026-02-01T00:10:00Z');
  await deposit(77 * factor, '2025-12-31T23:59:59.999Z', odd);
  await deposit(1_003 * factor, '2026-01-01T00:00:00Z', odd);
  await deposit(-17 * factor, '2026-01-31T23:59:59.999Z');
  const feed = await created(api.post('/feeds', { type: 'acme_prints' }));
  const read = await deposit(20_011 * factor, '2026-01-13', odd);
  await server.sql('update deposits set feed_id = $1 where id = $2', [feed.id, read.id]);
  await created(api.post(`/projects/${projects.forest}`));
  await created(api.post(`/projects/${projects.grove}`));
  await closeMonth(context, readMonth('2026-01'), {});

  server.setNow('2026-03-15T12:00:00.123Z');
  const offsets = (await api.get('/biomass/offsets')).body as Json[];
  const settled = offsets.find(({ date }) => date === '2026-01-31T23:59:59Z');
  await created(api.delete(`/biomass/offsets/${settled.id}`));
  await created(api.post('/biomass/offsets', { pages: 333 * factor, project_id: projects.forest }));
  await created(api.post('/biomass/offsets', { pages: 5, date: '2025-06-01', project_id: projects.forest }));
  const withdrawn = await created(
    api.post('/biomass/offsets', { trees: 0.700_001, project_id: projects.grove }),
  );
  await created(api.delete(`/biomass/offsets/${withdrawn.id}`));
  const items = [{ quantity: 1_234 * factor, ...odd }, { mass: 777.77 }];
  const quote = await created(api.post('/quotes', { project_id: projects.forest, items }));
  await created(api.post('/biomass/offsets', { quote_id: quote.id, date: '2026-02-28T23:59:59Z' }));
  // Quotes that nobody executed and drafts are no paper.
  await created(api.post('/quotes', { project_id: projects.forest, items }));
  const order = {
    biomass_project_settings: [{ project_id: projects.grove }],
    carbon_project_settings: [{ project_id: carbon.stoves }],
    items: [{ quantity: 300_000 * factor }],
  };
  await created(api.post('/orders', order));
  const draft = await created(api.post('/orders', order));
  await created(api.patch(`/orders/${draft.id}/place`));
  await deposit(4_444 * factor, '2026-03-14', odd);
}

let batches = 7000;

/** Credits for what was ordered, of which some are retired in 2026 and one credit before, and plantings that do not cover everything. */
export async function fillEvidence({ server, projects, carbon }: World): Promise<void> {
  const { context } = server.running.instance;
  const batch = ++batches;
  const qualities = 'type,standard,registry,country,ccp,corresponding_adjustment';
  const lot = (first: number, last: number, what: string): string =>
    `${carbon.stoves},${verra(first, last, 2016, batch)},2016-01-01,2016-12-31,${last - first + 1},${what}`;
  const lots = [
    `${creditHeader},${qualities}`,
    lot(1, 3, 'removal,VCS,Verra,PT,yes,yes'),
    lot(11, 100, 'avoidance,VCS,Verra,KE,no,no'),
  ];
  await importCredits(context, await readCreditFile(lots.join('\n')));
  await fulfilCarbon(context);
  const retirements = [
    'serial,retired_on,registry_url',
    `${verra(1, 1, 2016, batch)},2025-12-31,https://registry.example/1`,
    `${verra(2, 3, 2016, batch)},2026-01-01,https://registry.example/2`,
    `${verra(11, 11, 2016, batch)},2026-03-10,https://registry.example/3`,
  ];
  await recordRetirements(context, await readRetirementFile(retirements.join('\n')));
  const plantings = [
    { project: projects.forest, reference: 'F-1', trees: 12, survival: [] },
    {
      project: projects.grove,
      reference: 'G-1',
      trees: 30,
      survival: [{ audited_on: '2026-02-01', rate: 0.9, auditor: 'Surveyors' }],
    },
  ].map((planting) => ({ ...planting, planted_on: '2026-01-20', partner: 'Planters', species: ['Acacia'] }));
  await importPlantings(context, await readPlantingFile(JSON.stringify(plantings)));
  await coverTrees(context);
}
