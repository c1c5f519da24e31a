import { decimal, sumOf } from '../../../platform/decimals.js';
import type { I18n } from '../../../messages/i18n.js';
import type { ListRoute } from '../../route.js';
import type { DownloadRoute } from '../dashboard-route.js';
import { amount, text, time, type Item } from './export-column.js';
import { exportOf, type Batches } from './list-export.js';

/** A month's invoices of several accounts, and below them what they come to. */
export const salesExport = (list: ListRoute): DownloadRoute =>
  exportOf({
    list,
    title: 'app.sales.title',
    columns: [
      text('app.overview.account', 'account_name'),
      text('export.reference', 'external_id'),
      text('app.month', 'month'),
      text('app.invoices.number', 'number'),
      time('app.invoices.issued', 'created_at'),
      amount('app.invoices.net', 'net'),
      amount('app.invoices.taxWord', 'tax'),
      amount('app.invoices.total', 'gross'),
      amount('app.invoices.creditNotes', 'credited'),
      text('export.currency', 'currency'),
      text('export.id', 'id'),
    ],
    extend: withSums,
  });

const amounts = ['net', 'tax', 'gross', 'credited'] as const;
type Sums = Readonly<Record<(typeof amounts)[number], string>>;

/** Adds a row per currency. The sums are those of the rows in the file, also if an offset is withdrawn meanwhile. */
async function* withSums(batches: Batches, t: I18n['t']): AsyncGenerator<readonly Item[]> {
  const byCurrency = new Map<string, Sums>();
  for await (const items of batches) {
    yield items;
    for (const item of items) {
      const currency = item['currency'] as string;
      byCurrency.set(currency, added(byCurrency.get(currency), item));
    }
  }
  yield [...byCurrency].map(([currency, sums]) => ({ ...sums, currency, account_name: t('app.sales.sum') }));
}

const added = (sums: Sums | undefined, item: Item): Sums =>
  Object.fromEntries(
    amounts.map((name) => {
      const value = decimal((item[name] ?? 0) as number).toFixed();
      return [name, sumOf([sums?.[name] ?? '0', value]).toFixed(2)];
    }),
  ) as Sums;
