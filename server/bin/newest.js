import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When something in the folder was last changed, or the file. */
export function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
