import type { Deposit } from '@regrove/sdk';

const columns = ['date', 'pages', 'width', 'length', 'gsm', 'feed_id', 'id'] as const;

export const csvHead = `${columns.join()}\r\n`;

/** Fields are named as in the API. They are numbers, times and ids: nothing that a spreadsheet could take for a formula. */
export const csvLines = (deposits: readonly Deposit[]): string =>
  deposits.map((deposit) => `${columns.map((name) => deposit[name] ?? '').join()}\r\n`).join('');

export function downloadFile(parts: string[], fileName: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }));
  const link = Object.assign(document.createElement('a'), { href: url, download: fileName });
  link.click();
  URL.revokeObjectURL(url);
}
