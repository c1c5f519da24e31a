import { Big } from 'big.js';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userAgent, type Json } from '../support/api-client.js';
import { exactJson } from '../support/exact-json.js';
import { expectLedgerInBalance } from '../support/ledger.js';
import { fillEvidence, fillReportedYear } from '../support/reported-year.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let above: TestAccount;
let below: TestAccount;
let further: TestAccount;
let reports: Record<'own' | 'all', Json>;

const reportOf = async ({ key }: TestAccount, query: string): Promise<Json> => {
  const answer = await request(`${world.server.url}/reports/annual?${query}`, {
    dispatcher: world.server.agent,
    headers: {
      'user-agent': userAgent,
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
    },
  });
  expect(answer.statusCode).toBe(200);
  return exactJson(await answer.body.text());
};

beforeAll(async () => {
  world = await startWorld();
  above = await world.newAccount('distributor');
  below = await world.newAccount('channel', above);
  further = await world.newAccount('customer', below);
  // Another tenant, of which nothing may appear.
  const stranger = await world.newAccount('customer');
  for (const [member, factor] of [
    [above, 1],
    [below, 3],
    [further, 7],
    [stranger, 11],
  ] as const)
    await fillReportedYear(world, member, factor);
  await fillEvidence(world);
  world.server.setNow('2026-03-20T00:00:00Z');
  reports = {
    own: await reportOf(above, 'year=2026'),
    all: await reportOf(above, 'year=2026&include_descendants=true'),
  };
});
afterAll(async () => {
  world.server.setNow(undefined);
  await expectLedgerInBalance(world.server);
  await world.stop();
});

const sum = (values: readonly (string | number)[]): string =>
  values.reduce<Big>((total, value) => total.plus(value), new Big(0)).toFixed();
const same = (text: string): string => new Big(text).toFixed();
const inYear = ({ date }: { date: string }): boolean => date.startsWith('2026-');
const levelOf = (report: Json, name: string): Json => report.levels.find(({ level }: Json) => level === name);

/** What the API lists of accounts. */
async function listed(path: string, members: readonly TestAccount[]): Promise<Json[]> {
  const lists = await Promise.all(members.map(async ({ api }) => (await api.get(path)).body));
  return lists.flat();
}

describe.each([
  ['own', () => [above]],
  ['below', () => [below, further]],
  ['together', () => [above, below, further]],
] as const)('The figures of level %s', (level, membersOf) => {
  let figures: Json;
  let members: readonly TestAccount[];
  beforeAll(() => {
    figures = levelOf(reports.all, level);
    members = membersOf();
  });

  it('has each deposit of the API once, and those that were returned apart', async () => {
    const deposits = (await listed('/deposits', members)).filter(inYear);
    const ofDeposits = figures.paper.sources.filter(({ source }: Json) =>
      ['feed', 'deposit'].includes(source),
    );
    const { returned } = figures.paper;
    expect(Number(returned.sheets)).toBeGreaterThan(0);
    expect(sum([...ofDeposits.map(({ sheets }: Json) => sheets), returned.sheets])).toBe(
      sum(deposits.map(({ pages }) => pages)),
    );
    expect(sum([...ofDeposits.map(({ records }: Json) => records), returned.records])).toBe(
      String(deposits.length),
    );
    const grams = deposits.map(({ pages, width, length, gsm }) =>
      new Big(pages).times(width).times(length).times(gsm).toFixed(),
    );
    expect(sum([...ofDeposits.map(({ kg }: Json) => kg), returned.kg])).toBe(
      new Big(sum(grams)).times('0.001').toFixed(),
    );
  });

  it('has the lines of placed orders and executed quotes, and direct offsets', async () => {
    const orders = (await listed('/orders', members)).filter(({ status }) => status === 'placed');
    const quotes = (await listed('/quotes', members)).filter((quote) => quote.biomass_offset_id !== null);
    const source = (name: string): Json => figures.paper.sources.find((one: Json) => one.source === name);
    expect(same(source('order').kg)).toBe(
      new Big(sum(orders.map(({ paper_mass_g: mass }) => mass))).times('0.001').toFixed(),
    );
    expect(source('order').records).toBe(String(members.length));
    expect(same(source('quote').kg)).toBe(
      new Big(sum(quotes.map(({ mass }) => mass))).times('0.001').toFixed(),
    );
    const direct = (await listed('/biomass/offsets', members)).filter(
      (offset) =>
        inYear(offset) && offset.order_id === null && offset.quote_id === null && !isOfMonthEnd(offset),
    );
    expect(source('direct').sheets).toBe(sum(direct.map(({ pages }) => pages)));
  });

  it('adds up by month, by source and by methodology', () => {
    for (const field of ['records', 'sheets', 'kg', 'mtco2e']) {
      const total = same(figures.paper[field]);
      expect(sum(figures.paper.months.map((month: Json) => month[field]))).toBe(total);
      expect(sum(figures.paper.sources.map((one: Json) => one[field]))).toBe(total);
      for (const month of figures.paper.months)
        expect(sum(month.sources.map((one: Json) => one[field]))).toBe(same(month[field]));
    }
    expect(sum(figures.emissions.methodologies.map(({ kg }: Json) => kg))).toBe(same(figures.paper.kg));
    const [methodology] = figures.emissions.methodologies;
    expect(same(figures.emissions.mtco2e)).toBe(
      new Big(figures.paper.kg).times(methodology.emission_factor).times('0.001').toFixed(),
    );
    expect(same(figures.emissions.mtco2e)).toBe(same(figures.paper.mtco2e));
  });

  it('compares with the year before', async () => {
    const deposits = (await listed('/deposits', members)).filter(({ date }) => date.startsWith('2025-'));
    expect(figures.year_before.year).toBe('2025');
    expect(figures.year_before.sheets).toBe(
      sum([...deposits.map(({ pages }) => pages), ...members.map(() => 5)]),
    );
  });

  it('has the trees and pages of volume, offsets and certificates', async () => {
    const volume = await listed('/volume?start_date=2026-01-01&end_date=2026-12-31', members);
    const offsets = (await listed('/biomass/offsets', members)).filter(inYear);
    const certificates = (await listed('/biomass/certificates', members)).filter(inYear);
    const { trees } = figures;
    for (const source of [volume, offsets, certificates]) {
      expect(sum(source.map((one) => one.trees))).toBe(same(trees.certified));
      expect(sum(source.map((one) => one.pages))).toBe(same(trees.pages));
    }
    expect(trees.certificates).toBe(String(certificates.length));
    for (const field of ['certificates', 'pages', 'certified', 'planted', 'pending', 'surviving'])
      expect(sum(trees.projects.map((project: Json) => project[field]))).toBe(same(trees[field]));
    expect(sum([trees.planted, trees.pending])).toBe(same(trees.certified));
  });

  it('has the tonnes of the carbon offsets, retired apart from planned', async () => {
    const offsets = (await listed('/carbon/offsets', members)).filter(inYear);
    const { credits } = figures;
    expect(same(credits.ordered_mtco2e)).toBe(sum(offsets.map(({ mtco2e }) => mtco2e)));
    for (const field of ['retired', 'planned'] as const) {
      expect(sum(credits.kinds.map((kind: Json) => kind[`${field}_mtco2e`]))).toBe(
        same(credits[field].mtco2e),
      );
      expect(sum([credits[field].removal_mtco2e, credits[field].avoidance_mtco2e])).toBe(
        same(credits[field].mtco2e),
      );
    }
    const ids = new Set(offsets.map(({ id }) => id));
    const retirements = await Promise.all(
      members.map(async ({ api }) => {
        const own = (await api.get('/carbon/offsets')).body.filter(({ id }: Json) => ids.has(id));
        return Promise.all(
          own.map(async ({ id }: Json) => (await api.get(`/carbon/offsets/${id}/retirements`)).body),
        );
      }),
    );
    const parts = retirements.flat(3);
    const tonnes = (is: (part: Json) => boolean): string => sum(parts.filter(is).map((part) => part.tonnes));
    // Also what was retired in an earlier year, before it was allocated.
    expect(same(credits.retired.mtco2e)).toBe(tonnes(({ retired_on: day }) => day !== null));
    const before = await reportOf(above, 'year=2025&include_descendants=true');
    expect(before.levels.map((level: Json) => same(level.credits.retired.mtco2e))).toEqual(['0', '0', '0']);
    expect(same(credits.planned.mtco2e)).toBe(tonnes(({ status }) => status === 'allocated'));
    expect(sum([credits.retired.mtco2e, credits.planned.mtco2e, credits.waiting_mtco2e])).toBe(
      same(credits.ordered_mtco2e),
    );
  });
});

const isOfMonthEnd = ({ date }: Json): boolean => date === '2026-01-31T23:59:59Z';

describe('The annual report', () => {
  it('has the same figures of the account itself with and without those below it', () => {
    expect(levelOf(reports.own, 'own')).toEqual(levelOf(reports.all, 'own'));
    expect(reports.own.levels).toHaveLength(1);
    expect(reports.all).toMatchObject({ include_descendants: true, accounts_below: '2' });
  });

  it('has figures together that are the sum of those apart', () => {
    const [own, others, together] = ['own', 'below', 'together'].map((name) => levelOf(reports.all, name));
    for (const read of [
      (level: Json) => level.paper.kg,
      (level: Json) => level.paper.sheets,
      (level: Json) => level.paper.mtco2e,
      (level: Json) => level.year_before.kg,
      (level: Json) => level.trees.certified,
      (level: Json) => level.trees.planted,
      (level: Json) => level.credits.retired.mtco2e,
      (level: Json) => level.credits.planned.mtco2e,
    ])
      expect(sum([read(own), read(others)])).toBe(same(read(together)));
  });

  it('lists the certificates of the API, with their numbers and indexes in the log', async () => {
    const certificates = (await listed('/biomass/certificates', [above, below, further])).filter(inYear);
    expect(reports.all.certificates.map(({ id }: Json) => id).toSorted()).toEqual(
      certificates.map(({ id }) => id).toSorted(),
    );
    const [first] = reports.all.certificates;
    expect(first.number).toBe(`RG-${first.id.slice(-12).toUpperCase().match(/.{4}/g).join('-')}`);
    const rows = await world.server.sql('select id, log_index from biomass_certificates where id = $1', [
      first.id,
    ]);
    expect(rows).toMatchObject([{ id: first.id }]);
    expect(reports.all.certificates_left).toBe('0');
  });

  it('tells of a year in progress that it is not complete', () => {
    expect(reports.own).toMatchObject({
      complete: false,
      as_of: '2026-03-20T00:00:00Z',
      start_date: '2026-01-01',
      end_date: '2026-12-31',
    });
  });
});
