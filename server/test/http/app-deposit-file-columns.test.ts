import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/api-client.js';
import { sendDepositFile } from '../support/deposit-files.js';
import { importFile } from '../support/job-files.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from '../support/visitor.js';
import { startWorld, type TestAccount, type World } from '../support/world.js';

let world: World;
let holder: Visitor;
let member: TestAccount;
beforeAll(async () => {
  world = await startWorld();
  holder = await signInVisitor(world.server, await createInvitedUser(world.server, world.channel.account));
});
beforeEach(async () => {
  world.server.setNow('2026-10-20T12:00:00Z');
  member = await world.newAccount('customer', world.channel);
});
afterAll(() => world.stop());

const send = (path: string, body: object): Promise<VisitResponse> =>
  sendDepositFile(holder, member, path, body);
const post = (path: string, csv: string): Promise<VisitResponse> => send(path, { csv });

describe('A file of deposits from another program', () => {
  it('has columns that are chosen or recognized', async () => {
    const csv = 'Kunde|Auftrag|Druckdatum|Bogen|Format|Grammatur|Notiz\n|A 1|3.10.2026|500|sra3|135|x\n';
    const { body } = await post('/preview', csv);
    expect(body).toMatchObject({
      good: 1,
      delimiter: '|',
      headings: ['Kunde', 'Auftrag', 'Druckdatum', 'Bogen', 'Format', 'Grammatur', 'Notiz'],
      columns: {
        customer: 'Kunde',
        job: 'Auftrag',
        date: 'Druckdatum',
        sheets: 'Bogen',
        size: 'Format',
        gsm: 'Grammatur',
      },
    });
    expect(body.lines[0].paper).toEqual({
      pages: 500,
      width: 0.32,
      length: 0.45,
      gsm: 135,
      date: '2026-10-03T00:00:00Z',
    });
    const weighed = await post('/preview', 'Auftrag;Gewicht [kg]\n7;1,5\n8;-2\n');
    expect(weighed.body).toMatchObject({
      good: 2,
      decimal_mark: ',',
      columns: { job: 'Auftrag', weight: 'Gewicht [kg]' },
    });
    const perArea = await send('/preview', {
      csv: 'Auftrag;Poids (g/m²)\n7;80\n',
      columns: { job: 'Auftrag', weight: 'Poids (g/m²)' },
    });
    expect(perArea.body.lines[0].faults[0].reason).toMatchObject({ code: 'required', field: 'unit' });
    const both = await post('/preview', 'Auftrag;Bogen;Gewicht\n7;10;1,5\n');
    expect(both.body).toMatchObject({ good: 1, pages: 10, columns: { job: 'Auftrag', sheets: 'Bogen' } });
    const chosen = await send('/preview', { csv, columns: { job: 'Auftrag', sheets: 'Grammatur' } });
    expect(chosen.body.lines[0].paper).toMatchObject({ pages: 135, gsm: 75 });
    for (const [columns, why] of [
      [{ sheets: 'Farbe' }, /no column Farbe/],
      [{ sheets: 'Bogen', gsm: 'bogen' }, /chosen twice/],
      [{ colour: 'Bogen' }, /colour/],
    ] as const)
      expect((await send('/preview', { csv, columns })).body.error).toMatch(why);
  });

  it('has no blanks around texts and headings, also in quotes', async () => {
    const csv = '"Auftrag ";" Gewicht (kg)";"Kunde\u00a0"\n"A 1 ";"\t2,5 ";" "\n';
    const { body: preview } = await post('/preview', csv);
    expect(preview).toMatchObject({
      good: 1,
      decimal_mark: ',',
      headings: ['Auftrag', 'Gewicht (kg)', 'Kunde'],
      columns: { job: 'Auftrag', weight: 'Gewicht (kg)', customer: 'Kunde' },
    });
    expect((await send('', { csv, columns: preview.columns })).body).toMatchObject({ created: 1 });
    expect((await importFile(member.api, 'job,weight,unit\nA 1,2.5,kg\n')).body).toMatchObject({
      created: 0,
      unchanged: 1,
    });
  });

  it('can have its jobs in a column that is named as the ids of exported files', async () => {
    for (const heading of ['id', 'ID']) {
      const csv = `${heading},feed_id,pages\nx,7,5\n`;
      const columns = { job: heading, sheets: 'pages', customer: 'FEED_ID' };
      const { body } = await send('/preview', { csv, columns });
      expect(body.lines[0].faults[0].reason).toMatchObject({ code: 'account-unknown', field: 'customer' });
      expect(body.lines[0].values).toEqual({ job: 'x', customer: '7', sheets: '5' });
    }
  });

  it('takes a comma for a decimal mark only where a number proves it', async () => {
    const read = async (...weights: string[]) => {
      const csv = `job;weight;unit\n${weights.map((weight, job) => `${job};${weight};g\n`).join('')}`;
      const { body } = await post('/preview', csv);
      return body.lines.map(({ faults, paper }: Json) =>
        paper
          ? Number((paper.pages * paper.width * paper.length * paper.gsm).toFixed(6))
          : faults[0].reason.code,
      );
    };
    const unclear = 'number-ambiguous';
    expect(await read('1,250', '-2,000', '3')).toEqual([unclear, unclear, 3]);
    expect(await read('1,250', '2,5')).toEqual([1.25, 2.5]);
    expect(await read('1,250', '0,125')).toEqual([1.25, 0.125]);
    expect(await read('1,250', '1250,500')).toEqual([1.25, 1250.5]);
    expect(await read('1,250', '1.250,5', '1.250')).toEqual([1.25, 'not-a-number', unclear]);
    expect(await read('1,250', '2.5')).toEqual([unclear, 2.5]);
    expect(await read('1,250', '1,250.5')).toEqual([unclear, 'not-a-number']);
    expect(await read('1,250', '1,250,000')).toEqual([unclear, 'not-a-number']);
    expect(await read('1.250')).toEqual([1.25]);
    const { body } = await post('', 'job;weight;unit\n1;1,250;kg\n');
    expect(body.error).toBe(
      'Nothing was imported:\nline 2: weight may be 1250 or 1.25: write it without a mark for thousands, ' +
        'or with other than three decimals, not "1,250"',
    );
  });
});
