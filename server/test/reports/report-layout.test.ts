import { describe, expect, it } from 'vitest';
import {
  paginate,
  space,
  tableBlocks,
  type Block,
} from '../../src/http/pages/annual-report/report-layout.js';
import type { Column } from '../../src/http/pages/annual-report/report-tables.js';
import { bottom, portraitPage } from '../../src/http/pages/invoice-pdf/page-layout.js';
import { Canvas } from '../../src/http/pages/pdf/canvas.js';
import { i18nFor } from '../../src/messages/i18n.js';

const room = bottom - portraitPage.margin;
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

  it('keep a total with the row above it', () => {
    const canvas = new Canvas({ title: 'Report', locale: 'en', date: new Date(0) });
    const columns: Column[] = [{ label: 'Sheets', kind: 'whole', width: 1 }];
    const blocks = tableBlocks(
      canvas,
      { title: 'Paper', columns, rows: [['1'], ['2'], ['3']], hasTotal: true },
      i18nFor('en'),
    );
    const height = blocks.reduce((sum, block) => sum + block.height, 0);
    const [full, next] = paginate([row(room - height + 1), ...blocks]);
    expect(full?.slice(1)).toEqual(blocks.slice(0, 2));
    expect(next?.slice(1)).toEqual(blocks.slice(2));
  });

  it('take a block that is higher than a page', () => {
    const high = row(room * 2);
    expect(paginate([row(10), high])).toHaveLength(2);
  });
});
