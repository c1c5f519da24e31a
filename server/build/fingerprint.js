import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Changes when a file is added, removed or written. Uses size and mtime, because reading all files would take too long. */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) add(hash, path, '');
  return hash.digest('hex');
}

function add(hash, path, name) {
  const stats = statSync(path);
  if (!stats.isDirectory()) {
    hash.update(`${name} ${stats.size} ${stats.mtimeMs}\n`);
    return;
  }
  for (const child of readdirSync(path).sort()) add(hash, join(path, child), `${name}/${child}`);
}
