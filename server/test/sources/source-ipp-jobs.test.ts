import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ipp } from '../../../printers/src/ipp/ipp.js';
import { enumerated, type Field, integer, message, uri } from '../support/ipp-message.js';
import {
  type IppPrinter,
  jobsResponse,
  printerResponse,
  operations,
  startIppPrinter,
  statuses,
} from '../support/ipp-printer.js';
import { readFrom } from '../support/read-source.js';

const states = { canceled: 7, aborted: 8, completed: 9 };

interface Job {
  readonly id: number;
  readonly state?: keyof typeof states;
  readonly sheets?: number;
  readonly impressions?: number;
}

const fieldsOf = ({ id, state, sheets, impressions }: Job): Field[] => [
  integer('job-id', id),
  ...(state === undefined ? [] : [enumerated('job-state', states[state])]),
  ...(sheets === undefined ? [] : [integer('job-media-sheets-completed', sheets)]),
  ...(impressions === undefined ? [] : [integer('job-impressions-completed', impressions)]),
];

describe('a printer without a counter, read by its jobs over IPP', () => {
  const uuid = 'urn:uuid:4509a320-00a0-008f-00b6-002507510eca';
  let printer: IppPrinter;
  beforeAll(async () => {
    printer = await startIppPrinter();
  });
  afterAll(() => printer.close());

  const read = async (completed: readonly Job[], waiting: readonly Job[] = []) => {
    printer.respondWith(({ operation, words }) => {
      if (operation !== operations.getJobs) return printerResponse(uri('printer-uuid', uuid));
      return jobsResponse(...(words.includes('not-completed') ? waiting : completed).map(fieldsOf));
    });
    const { readings, reasons } = await readFrom(ipp, { url: `ipp://127.0.0.1:${printer.port}` });
    return readings[0] ?? reasons.map(([, reason]) => reason).join();
  };
  const counted = (total: number, unit: string) => ({ device: `${uuid} jobs`, total, unit });

  it.each<[string, Job[], Job[], number, string]>([
    [
      'sheets',
      [
        { id: 2, sheets: 5, impressions: 9 },
        { id: 1, sheets: 2 },
      ],
      [],
      7,
      'sheets',
    ],
    [
      'impressions',
      [
        { id: 1, impressions: 4 },
        { id: 2, impressions: 0 },
      ],
      [],
      4,
      'impressions',
    ],
    [
      'jobs while others wait',
      [
        { id: 3, sheets: 6 },
        { id: 1, sheets: 1 },
      ],
      [{ id: 2 }, { id: 4 }],
      7,
      'sheets',
    ],
    ['a job once that finished in the meantime', [{ id: 1, sheets: 6 }], [{ id: 1, sheets: 5 }], 6, 'sheets'],
    [
      'sheets of the remaining jobs if old ones are forgotten and others belong to other queues',
      [
        { id: 20, sheets: 5 },
        { id: 23, sheets: 3, state: 'completed' },
      ],
      [],
      8,
      'sheets',
    ],
    [
      'reported pages of cancelled and aborted jobs',
      [
        { id: 1, state: 'canceled' },
        { id: 2, sheets: 4, state: 'completed' },
        { id: 3, sheets: 2, state: 'aborted' },
        { id: 4, impressions: 9, state: 'canceled' },
      ],
      [],
      6,
      'sheets',
    ],
    [
      'impressions if one job reports no sheets',
      [
        { id: 1, sheets: 5, impressions: 7 },
        { id: 2, impressions: 2 },
      ],
      [],
      9,
      'impressions',
    ],
    ['nothing for a printer without jobs', [], [], 0, 'impressions'],
    ['nothing while the first job is waiting', [], [{ id: 1 }], 0, 'impressions'],
    ['nothing if all jobs were aborted', [{ id: 1, state: 'aborted' }], [], 0, 'impressions'],
  ])('sums up the %s', async (_, completed, waiting, total, unit) => {
    expect(await read(completed, waiting)).toEqual(counted(total, unit));
  });

  it.each<[string, Job[]]>([
    ['with a job without a count', [{ id: 1, sheets: 5 }, { id: 2 }]],
    [
      'with a finished job without a count',
      [
        { id: 1, sheets: 5 },
        { id: 2, state: 'completed' },
      ],
    ],
    ['whose jobs have no numbers', [{ id: 0, sheets: 5 }]],
    [
      'with a job in another unit',
      [
        { id: 1, sheets: 5 },
        { id: 2, impressions: 5 },
      ],
    ],
    [
      'with a negative count',
      [
        { id: 1, sheets: 5 },
        { id: 2, sheets: -5 },
      ],
    ],
    ['without any counted pages', [{ id: 1, sheets: 0, impressions: 0 }]],
  ])('rejects a history %s', async (_, completed) => {
    expect(await read(completed)).toBe('noReading');
  });

  it.each([
    ['is not supported', statuses.operationNotSupported, 'noReading'],
    ['needs a login', statuses.notAuthenticated, 'login'],
  ])('reports the reason if Get-Jobs %s', async (_, status, reason) => {
    printer.respondWith(({ operation }) =>
      operation === operations.getJobs ? message(status, []) : printerResponse(),
    );
    const { reasons } = await readFrom(ipp, { url: `ipp://127.0.0.1:${printer.port}` });
    expect(reasons).toEqual([['/ipp/print', reason]]);
  });
});
