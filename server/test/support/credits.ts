import { readCreditFile } from '../../src/features/carbon/credit-file.js';
import { importCredits, type ImportedCredits } from '../../src/features/carbon/import-credits.js';
import type { TestServer } from './test-server.js';

export const creditHeader = 'project,serial,vintage_start,vintage_end,tonnes';

/** A lot in Verra's format, as a line of a file. */
export const verraLine = (project: string, first: number, last: number, year = 2016, batch = 9344): string =>
  `${project},${verra(first, last, year, batch)},${year}-01-01,${year}-12-31,${last - first + 1}`;

export const verra = (first: number, last: number, year = 2016, batch = 9344): string =>
  `${batch}-${first}-${last}-VCS-VCU-262-VER-BR-14-1686-0101${year}-3112${year}-0`;

export const importLines = async ({ running }: TestServer, ...lines: string[]): Promise<ImportedCredits> =>
  importCredits(running.instance.context, await readCreditFile([creditHeader, ...lines].join('\n')));
