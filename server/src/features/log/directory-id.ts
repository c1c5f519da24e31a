import { randomUUID } from 'node:crypto';
import { createFileOnce, readFileIfExists } from '../../platform/atomic-files.js';

/** Tells this data directory from those of other machines with the same database. */
export const directoryId = async (file: string): Promise<string> =>
  ((await readFileIfExists(file)) ?? (await createFileOnce(file, `${randomUUID()}\n`))).trim();
