import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../src/features/accounts/account.js';
import { createAccount } from '../../src/features/accounts/create-account.js';
import { tablesOfLevel } from '../../src/http/pages/annual-report/report-tables.js';
import { i18nFor } from '../../src/messages/i18n.js';
import { createKey } from '../../src/features/keys/create-key.js';
import { userAgent, type Json } from '../support/api-client.js';
import { createOperator, type Operator } from '../support/command-line.js';
import { fillReportedYear } from '../support/reported-year.js';
import { expectRefusal } from '../support/refusal.js';
import { findSystemProgram } from '../support/system-programs.js';
import { signInVisitor, createInvitedUser } from '../support/visitor.js';
import { startWorld, type World } from '../support/world.js';

const run = promisify(execFile);
const pdftotext = findSystemProgram('pdftotext');
const systemPython = '/usr/bin/python3';
const hasOpenpyxl = existsSync('/usr/lib/python3/dist-packages/openpyxl/__init__.py');
const reader = new URL('../peers/read_workbook.py', import.meta.url).pathname;
const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const awkwardName = '=1+2 مكتبة المدينة';

let world: World;
let operator: Operator;
let account: Account;
let id: string;
let key: string;
let folder: string;

beforeAll(async () => {
  world = await startWorld();
  operator = await createOperator({ database: world.server.database });
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  const { context } = world.server.running.instance;
  account = await createAccount(context, undefined, 'customer', { name: awkwardName });
  ({ id } = account);
  ({ key } = await createKey(context, account.id, { name: null, revision: '1.6.6' }));
  const member = await world.newAccount();
  await fillReportedYear(world, { ...member, api: clientOf() }, 1);
});
afterAll(async () => {
  world.server.setNow(undefined);
  await operator.close();
  await world.stop();
});

const clientOf = () => {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await send(method, path, body);
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      headers: {},
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  return {
    call: (method: string, path: string) => call(method, path),
    get: (path: string) => call('GET', path),
    post: (path: string, body?: unknown) => call('POST', path, body),
    patch: (path: string, body?: unknown) => call('PATCH', path, body),
    delete: (path: string) => call('DELETE', path),
  };
};

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  request(world.server.url + path, {
    method,
    dispatcher: world.server.agent,
    headers: {
      'user-agent': userAgent,
      'api-revision': '1.6.6',
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

async function file(
  headers: Record<string, string>,
  query = 'year=2026',
): Promise<{ type: string; bytes: Buffer }> {
  const answer = await send('GET', `/reports/annual?${query}`, undefined, headers);
  expect(answer.statusCode).toBe(200);
  return {
    type: String(answer.headers['content-type']),
    bytes: Buffer.from(await answer.body.arrayBuffer()),
  };
}

const textOf = async (pdf: Buffer): Promise<string> => {
  const path = join(folder, 'report.pdf');
  await writeFile(path, pdf);
  return (await run(pdftotext.binary, ['-layout', '-enc', 'UTF-8', path, '-'])).stdout;
};

describe('Accept', () => {
  it.each([
    ['application/pdf', 'application/pdf'],
    [xlsxType, xlsxType],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json, application/pdf', 'application/json; charset=utf-8'],
    ['application/json;q=0.1, application/pdf;q=0.9', 'application/pdf'],
    ['application/pdf;q=0', 'application/json; charset=utf-8'],
    ['text/html', 'application/json; charset=utf-8'],
  ])('%s gets %s', async (accept, type) => {
    expect((await file({ accept })).type).toBe(type);
  });

  it('does not change how a wrong year is refused', async () => {
    const answer = await send('GET', '/reports/annual?year=3000', undefined, { accept: 'application/pdf' });
    expectRefusal(
      { status: answer.statusCode, headers: {}, body: await answer.body.json() },
      400,
      /year must be/,
    );
  });
});

describe.skipIf(pdftotext.missing)('The report as PDF', () => {
  it('is in the language that is asked for, with every section on its pages and the certificates', async () => {
    const { bytes } = await file({ accept: 'application/pdf', 'accept-language': 'de' });
    const text = await textOf(bytes);
    for (const words of [
      'Jahresbericht 2026',
      'Papier nach Monat',
      'GHG Protocol',
      'ESRS E1-7',
      'Methode und Grenzen',
    ])
      expect(text).toContain(words);
    const { body } = await clientOf().get('/reports/annual?year=2026');
    for (const { number } of body.certificates) expect(text).toContain(number);
    expect(await textOf((await file({ accept: 'application/pdf' }, 'year=2026&locale=ja')).bytes)).toContain(
      '年次報告書 2026',
    );
  });

  it('is the same each time', async () => {
    world.server.setNow('2026-03-20T00:00:00Z');
    const [first, second] = [
      await file({ accept: 'application/pdf' }),
      await file({ accept: 'application/pdf' }),
    ];
    expect(first.bytes.equals(second.bytes)).toBe(true);
  });
});

describe.skipIf(!hasOpenpyxl)('The report as XLSX, read by another program', () => {
  it('has sheets with frozen heads, numbers as numbers, dates as dates, and no formulas', async () => {
    const path = join(folder, 'report.xlsx');
    await writeFile(path, (await file({ accept: xlsxType })).bytes);
    const sheets = JSON.parse((await run(systemPython, [reader, path])).stdout);
    const { body } = await clientOf().get('/reports/annual?year=2026');
    expect(sheets.map(({ name }: Json) => name)).toEqual([
      'Annual report 2026',
      'Paper by source',
      'Paper by month',
      'Gross emissions of the paper',
      'Compared with 2025',
      'Trees by project',
      'Carbon credits (ESRS E1-7)',
      'Credits by project',
      'Certificates',
    ]);
    expect(sheets.slice(1).map(({ frozen }: Json) => frozen)).toEqual(Array.from({ length: 8 }, () => 'A2'));
    const cells = sheets.flatMap(({ rows }: Json) => rows.flat());
    expect(cells.filter(({ type }: Json) => type === 'f')).toEqual([]);
    expect(cells.find(({ value }: Json) => value === awkwardName)).toMatchObject({ type: 's' });
    const total = sheets[1].rows.at(-1);
    expect(total.slice(1).map(({ type }: Json) => type)).toEqual(['n', 'n', 'n', 'n']);
    expect(Number(total[2].value)).toBe(body.levels[0].paper.sheets);
    expect(Number(total[3].value)).toBe(body.levels[0].paper.kg);
    expect(sheets[5].rows[0].at(-1).value).toBe('Survival rate in the project');
    expect(sheets[6].rows[2][0].value).toBe('– of which removal');
    const [, certificate] = sheets[8].rows;
    expect(certificate[1]).toMatchObject({ type: 'd', format: 'yyyy-mm-dd' });
    expect(certificate[1].value.slice(0, 10)).toBe(body.certificates[0].date.slice(0, 10));
  });
});

describe('Reports that are asked for at once', () => {
  it('use one thread, whoever asks, so that another is left for single documents', async () => {
    const { threads } = world.server.running.instance.context;
    let [running, most] = [0, 0];
    const render = threads.run.bind(threads);
    const spy = vi.spyOn(threads, 'run').mockImplementation(async (task, input, whose) => {
      most = Math.max(most, ++running);
      try {
        return await render(task, input, whose);
      } finally {
        running--;
      }
    });
    const path = '/reports/annual?year=2026';
    const ask = async (authorization?: string): Promise<number> => {
      const headers = { accept: 'application/pdf', ...(authorization !== undefined && { authorization }) };
      const answer = await send('GET', path, undefined, headers);
      await answer.body.dump();
      return answer.statusCode;
    };
    const others = `Basic ${Buffer.from(`${world.stranger.key}:`).toString('base64')}`;
    const statuses = await Promise.all([ask(), ask(others), ask(), ask(others), ask(), ask(others)]);
    spy.mockRestore();
    expect(statuses).toContain(200);
    // On a busy machine some may have waited too long for their turn.
    for (const status of statuses) expect([200, 503]).toContain(status);
    expect(most).toBe(1);
  });
});

describe('The trees of a report', () => {
  it('have the survival rate of each project, as far as there is one', async () => {
    const { body } = await clientOf().get('/reports/annual?year=2026');
    const [level] = body.levels;
    const rates = level.trees.projects.map((_: Json, index: number) => (index === 0 ? 0.875 : null));
    const projects = level.trees.projects.map((project: Json, index: number) => ({
      ...project,
      survival_rate: rates[index],
    }));
    const tables = tablesOfLevel({ ...level, trees: { ...level.trees, projects } }, body, i18nFor('en'));
    const table = tables.find(({ title }) => title === 'Trees by project');
    expect(table?.rows.map((row) => row.at(-1))).toEqual(['0.875', ...rates.slice(1), null]);
  });
});

describe('report annual', () => {
  it('writes each form to a file, and writes it again', async () => {
    const words = ['report', 'annual', '--account', id, '--year', '2026'];
    for (const [format, start] of [
      ['pdf', '%PDF-'],
      ['xlsx', 'PK'],
      ['json', '{"account_id"'],
    ] as const) {
      const out = join(folder, `by-command.${format}`);
      const value = await operator.json(...words, '--format', format, '--out', out, '--include-descendants');
      expect(value).toEqual({ account_id: id, year: 2026, format, file: out });
      expect((await readFile(out)).toString('latin1').startsWith(start)).toBe(true);
      await operator.json(...words, '--format', format, '--out', out, '--include-descendants');
    }
    const report = JSON.parse(await readFile(join(folder, 'by-command.json'), 'utf8'));
    expect(report.levels.map(({ level }: Json) => level)).toEqual(['own', 'below', 'together']);
  });

  it('refuses a year that has not begun, and writes nothing', async () => {
    const out = join(folder, 'none.pdf');
    const words = ['report', 'annual', '--account', id, '--format', 'pdf', '--out', out];
    expect(await operator.failure(1, ...words, '--year', '9998')).toContain('year must be a year from 1970');
    expect(existsSync(out)).toBe(false);
  });
});

describe('The files of the dashboard', () => {
  it('are for users with restricted permission, too, but not for others', async () => {
    const user = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, account, { permission: 'restricted' }),
    );
    const stranger = await signInVisitor(
      world.server,
      await createInvitedUser(world.server, world.stranger.account),
    );
    for (const [extension, type] of [
      ['pdf', 'application/pdf'],
      ['xlsx', xlsxType],
      ['json', 'application/json'],
    ] as const) {
      const path = `/app/accounts/${id}/reports/annual.${extension}?year=2026&locale=fr`;
      const answer = await user.get(path);
      expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="annual-report-2026.${extension}"`,
      );
      expect((await stranger.get(path)).status).toBe(404);
    }
  });
});
