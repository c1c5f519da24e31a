import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './regrove-process.js';

const run = promisify(execFile);

const git = async (cwd: string, ...args: string[]): Promise<string> =>
  (await run('git', args, { cwd, maxBuffer: Infinity })).stdout;

/** A clone, with one commit more if something is not committed: tests are about what is on the disk. */
export async function cloneAsOnDisk(folder: string): Promise<void> {
  await git(repository, 'clone', '--quiet', '--depth', '1', `file://${repository}`, folder);
  const lists = [
    await git(repository, 'diff', '-z', '--name-only', '--no-renames', 'HEAD'),
    await git(repository, 'ls-files', '-z', '--others', '--exclude-standard'),
  ];
  const changed = lists.flatMap((list) => list.split('\0')).filter((path) => path !== '');
  for (const path of changed) {
    if (existsSync(join(repository, path))) await cp(join(repository, path), join(folder, path));
    else await rm(join(folder, path));
  }
  await commitAll(folder);
}

/** Commits what has changed in a clone, if anything has. */
export async function commitAll(folder: string): Promise<void> {
  await git(folder, 'add', '--all');
  if ((await git(folder, 'status', '--porcelain')) === '') return;
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@regrove.example'];
  await git(folder, ...author, 'commit', '--quiet', '--no-verify', '--message', 'As on disk');
}

/** The same commit in another folder, whose files have other times. */
export async function cloneOf(clone: string, folder: string): Promise<void> {
  await git(clone, 'clone', '--quiet', '--no-hardlinks', clone, folder);
}

/** Makes a release as a person does at a terminal, with settings of their own. */
export async function makeRelease(
  clone: string,
  { umask = '022', env = {} }: { umask?: string; env?: Record<string, string> } = {},
): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/i.test(name));
  const command = `umask ${umask} && npm run --silent release`;
  await run('sh', ['-c', command], {
    cwd: clone,
    env: { ...Object.fromEntries(own), ...env },
    maxBuffer: Infinity,
  });
  return join(clone, 'release');
}

/** The hashes of the files of a folder, by name. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const hash = async (name: string): Promise<string> =>
    createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await hash(name)])));
}
