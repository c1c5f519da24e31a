import { Type } from '@sinclair/typebox';
import { readRetirementRows, type RetirementRow as Row } from '../../../features/carbon/list-retirements.js';
import { recordRetirements } from '../../../features/carbon/record-retirements.js';
import { readRetirementFile } from '../../../features/carbon/retirement-file.js';
import { countPendingCredits } from '../../../features/carbon/retirement-store.js';
import type { Database } from '../../../database/database.js';
import { reportDatabase } from '../../../database/report-database.js';
import type { Claims } from '../../../platform/config/claims-setting.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { inEventLoopTurns } from '../../../platform/limits/event-loop-turns.js';
import { shorten } from '../../../platform/text/shorten.js';
import { isoDay } from '../../../platform/time/months.js';
import { RecordedRetirements, RetirementImport } from '../../../wire/dashboard/carbon-import.js';
import { PendingRetirements } from '../../../wire/dashboard/pending-retirements.js';
import { presentRetirementRow, retirementRowsAsCsv } from '../../../wire/retirement-row.js';
import { download } from '../dashboard-route.js';
import { route } from '../../route.js';

/** What is shown. The file has all of them. */
const maxRows = 100;
/** A credit may be shared by very many offsets. */
const maxTextLength = 300;

export const carbonRetirementRoutes = [
  route({
    operation: 'listPendingRetirements',
    method: 'GET',
    path: '/carbon-retirements',
    summary: 'Allocated credits that are not retired: how many, and the first of them',
    reply: PendingRetirements,
    handle: async ({ context }) => {
      const db = reportDatabase(context);
      const rows = await firstRows(db, context.claims);
      return {
        credits: exactNumber(await countPendingCredits(db)),
        rows: rows.slice(0, maxRows).map((row) => ({
          ...presentRetirementRow(row),
          beneficiary: shorten(row.beneficiary, maxTextLength),
          reason: shorten(row.reason, maxTextLength),
        })),
        has_more: rows.length > maxRows,
      };
    },
  }),
  download({
    operation: 'downloadPendingRetirements',
    path: '/carbon-retirements/worklist',
    summary: 'Allocated credits that are not retired: all of them, as CSV that can be filled in',
    query: Type.Object({}),
    open: ({ context }) => ({
      name: `retirements-${isoDay(context.clock())}.csv`,
      type: 'text/csv; charset=utf-8',
      parts: retirementRowsAsCsv(
        inEventLoopTurns(
          readRetirementRows(reportDatabase(context), { isPending: true, claims: context.claims }),
        ),
      ),
    }),
  }),
  route({
    operation: 'recordRetirements',
    method: 'POST',
    path: '/carbon-retirements',
    summary: 'Records what was retired from CSV: all of it or nothing',
    body: RetirementImport,
    reply: RecordedRetirements,
    handle: async ({ context, body }) => recordRetirements(context, await readRetirementFile(body.csv)),
  }),
];

/** One more than is shown, if there are more. */
async function firstRows(db: Database, claims: Claims): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of readRetirementRows(db, { isPending: true, claims })) {
    rows.push(...batch.slice(0, maxRows + 1 - rows.length));
    if (rows.length > maxRows) break;
  }
  return rows;
}
