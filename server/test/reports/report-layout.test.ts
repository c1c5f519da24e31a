import { describe, expect, it } from 'vitest';
import { paginate, space, type Block } from '../../src/http/pages/annual-report/report-layout.js';
import { bottom, sheet } from '../../src/http/pages/invoice-pdf/sheet.js';

const room = bottom - sheet.margin;
const row = (height: number): Block => ({ height, draw: () => undefined });
const heading = (height: number): Block => ({ ...row(height), keepsNext: true });

describe('The pages of a report', () => {
  it('keep a heading and the head of a table with the first row', () => {
    const [title, head, first] = [heading(20), heading(20), row(40)];
    const filled = row(room - 70);
    expect(paginate([filled, title, head, first])).toEqual([[filled], [title, head, first]]);
  });

  it('keep them where they are if the first row fits', () => {
    const blocks = [row(room - 80), heading(20), heading(20), row(40)];
    expect(paginate(blocks)).toEqual([blocks]);
  });

  it('begin without a space, and repeat the head of a table that goes on', () => {
    const head = heading(20);
    const rows = [row(room - 20), { ...row(30), head }];
    const next = heading(room - 50);
    expect(paginate([head, ...rows, space(10), next, row(10)])).toEqual([
      [head, rows[0]],
      [head, rows[1]],
      [next, row(10)].map((block) => ({ ...block, draw: expect.any(Function) })),
    ]);
  });

  it('take a block that is higher than a page', () => {
    const high = row(room * 2);
    expect(paginate([row(10), high])).toHaveLength(2);
  });
});
