import { Type, type Static, type TObject } from '@sinclair/typebox';
import type { Context } from '../../../database/context.js';
import type { PageKey } from '../../../database/paging.js';
import { reportDatabase } from '../../../database/report-database.js';
import type { MessageKey } from '../../../messages/catalogues.js';
import { i18nFor, type I18n } from '../../../messages/i18n.js';
import { locales } from '../../../messages/locales.js';
import { xlsxOf } from '../../../platform/files/xlsx.js';
import { inEventLoopTurns } from '../../../platform/limits/event-loop-turns.js';
import { csvRow } from '../../../platform/text/csv-row.js';
import { isoDay } from '../../../platform/time/months.js';
import type { LevelQuery } from '../../../wire/dashboard/list-level.js';
import { OneOf } from '../../../wire/fields.js';
import type { Call, ListRoute, Route, Row } from '../../route.js';
import { download, type DownloadRoute } from '../dashboard-route.js';
import { csvCellOf, text, xlsxCellOf, type ExportColumn, type Item } from './export-column.js';

interface ListExport {
  /** Read page by page, or a route whose response is a short list as a whole. */
  readonly list: ListRoute | Route;
  readonly title: MessageKey;
  readonly columns: readonly ExportColumn[];
  /** Adds to a batch of rows what the list itself does not have. */
  readonly complete?: (context: Context, items: readonly Item[]) => Promise<readonly Item[]>;
  /** Adds rows, such as sums. */
  readonly extend?: (batches: Batches, t: I18n['t']) => Batches;
}

const ExportQuery = Type.Object({
  format: OneOf(['csv', 'xlsx']),
  /** Of the headings. */
  locale: Type.Optional(OneOf(locales)),
});

const rowBatchSize = 1000;

/** Without it, spreadsheets do not read a file as UTF-8. */
const byteOrderMark = '\ufeff';

/** The operation of the export of a list. */
export const exportOperation = ({ operation }: Pick<ListRoute, 'operation'>): string => `export-${operation}`;

/** The rows of a list, all of them, with its own filters and order, as a file for spreadsheets. */
export const exportOf = ({
  list,
  title,
  columns: ownColumns,
  complete,
  extend,
}: ListExport): DownloadRoute => {
  const fileName = list.path.slice(1).replaceAll(/(\/:id)?\//g, '-');
  return download({
    operation: exportOperation(list),
    path: `/exports${list.path}`,
    summary: `${list.summary}: all of them, as CSV or XLSX`,
    query: Type.Object({
      ...(list.query as TObject | undefined)?.properties,
      ...ExportQuery.properties,
    }),
    open: async (call) => {
      const { format, locale = 'en' } = call.query;
      const { t } = i18nFor(locale);
      const context = { ...call.context, db: reportDatabase(call.context) };
      const rows = await batchesOf(list, { ...call, context });
      const completeRows = complete ? completed(rows, (items) => complete(context, items)) : rows;
      const batches = inEventLoopTurns(extend ? extend(completeRows, t) : completeRows);
      const columns = isCombined(call.query) ? [...accountColumns, ...ownColumns] : ownColumns;
      const header = columns.map(({ label }) => t(label));
      const name = `${fileName}-${isoDay(call.context.clock())}.${format}`;
      if (format === 'csv')
        return { name, type: 'text/csv; charset=utf-8', parts: csvOf(header, columns, batches) };
      const cells = mapped(batches, (item) => columns.map((column) => xlsxCellOf(column, item)));
      return { name, type: xlsxType, parts: xlsxOf({ name: t(title), header, batches: cells }) };
    },
  });
};

const accountColumns = [text('app.list.account', 'account_name'), text('export.accountId', 'account_id')];

/** Whether the list has rows of several accounts. */
const isCombined = (query: unknown): boolean => {
  const { level = 'own' } = query as Static<typeof LevelQuery>;
  return level !== 'own';
};

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export type Batches = AsyncIterable<readonly Item[]>;

/** The first batch is read before the response begins, so that a refusal can still be reported as an error. */
async function batchesOf(list: ListRoute | Route, call: Call<undefined, unknown>): Promise<Batches> {
  if ('handle' in list) return oneBatch((await list.handle(call, undefined)) as readonly Item[]);
  const read = (after: PageKey | undefined): Promise<Row[]> =>
    list.page(call, { after, limit: rowBatchSize });
  const first = await read(undefined);
  return (async function* () {
    for (let rows = first; ;) {
      const last = rows.at(-1);
      if (last) yield rows.map(({ item }) => item);
      if (!last || rows.length < rowBatchSize) return;
      rows = await read(last.key);
    }
  })();
}

// oxlint-disable-next-line typescript/require-await -- a list that is already there, as one that is read
async function* oneBatch(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  yield items;
}

async function* completed(
  batches: Batches,
  complete: (items: readonly Item[]) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  for await (const items of batches) yield await complete(items);
}

async function* mapped<To>(batches: Batches, change: (item: Item) => To): AsyncGenerator<To[]> {
  for await (const items of batches) yield items.map(change);
}

async function* csvOf(
  header: readonly string[],
  columns: readonly ExportColumn[],
  batches: Batches,
): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(header);
  const lines = mapped(batches, (item) => csvRow(columns.map((column) => csvCellOf(column, item))));
  for await (const batch of lines) yield batch.join('');
}
