import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const stampName = '.built.json';

/** Whether the folder was built from these inputs and is still complete. */
export function isIntact(folder, inputs) {
  try {
    const stamp = JSON.parse(readFileSync(join(folder, stampName), 'utf8'));
    if (stamp.inputs !== inputs) return false;
    return Object.entries(stamp.files).every(([file, size]) => statSync(join(folder, file)).size === size);
  } catch {
    // No stamp, an incomplete stamp, or a missing file.
    return false;
  }
}

/** Records the inputs and files of the folder. The last step of a build: a folder without a stamp is rebuilt. */
export function stamp(folder, inputs) {
  const files = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files[relative(folder, path)] = statSync(path).size;
  }
  writeFileSync(join(folder, stampName), JSON.stringify({ inputs, files }));
}

/** Replaces the old folder with the new one. If killed in between, there is no folder, and the next start builds it. */
export function replaceFolder(made, folder) {
  const old = `${made}-old`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(made, folder);
  rmSync(old, { recursive: true, force: true });
}
