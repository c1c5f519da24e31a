import { describe, expect, it } from 'vitest';
import { columnParameters } from '../../src/database/column-parameters.js';

const columns = columnParameters(2, { id: 'uuid', feedId: 'uuid', isByJobs: 'boolean' });

describe('Parameters made from a list of columns', () => {
  it('are named like the columns', () => {
    expect(columns.names).toBe('id, feed_id, is_by_jobs');
  });

  it('are numbered from the first one and have their types', () => {
    expect(columns.parameters).toBe('$2::uuid, $3::uuid, $4::boolean');
    expect(columns.parameter).toEqual({ id: '$2::uuid', feedId: '$3::uuid', isByJobs: '$4::boolean' });
    expect(columns.lists).toBe('$2::uuid[], $3::uuid[], $4::boolean[]');
    expect(columns.next).toBe(5);
  });

  it('get the values of a row in this order, whatever else it has', () => {
    const row = { isByJobs: true, other: 1, feedId: null, id: 'a' };
    expect(columns.valuesOf(row)).toEqual(['a', null, true]);
  });

  it('get a list per column for several rows', () => {
    const rows = [
      { id: 'a', feedId: null, isByJobs: true },
      { id: 'b', feedId: 'f', isByJobs: false },
    ];
    expect(columns.listsOf(rows)).toEqual([
      ['a', 'b'],
      [null, 'f'],
      [true, false],
    ]);
    expect(columns.listsOf([])).toEqual([[], [], []]);
  });
});
