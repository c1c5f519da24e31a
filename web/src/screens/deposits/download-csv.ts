import type { Deposit } from '@regrove/sdk';

const columns = ['date', 'pages', 'width', 'length', 'gsm', 'feed_id', 'id'] as const;

/** Fields are named as in the API. They are numbers, times and ids: nothing that a spreadsheet could take for a formula. */
export const csvOf = (deposits: readonly Deposit[]): string =>
  [columns.join(), ...deposits.map((deposit) => columns.map((name) => deposit[name] ?? '').join())]
    .map((line) => `${line}\r\n`)
    .join('');

export function downloadCsv(deposits: readonly Deposit[], fileName: string): void {
  const url = URL.createObjectURL(new Blob([csvOf(deposits)], { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
