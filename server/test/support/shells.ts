import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnRecorded, type Environment } from './regrove-process.js';

/** Each shell computes what it would offer when Tab is pressed at the end of a line. */
export type Complete = (script: string, folder: string, lines: readonly string[]) => Promise<string[][]>;

const support = (name: string): string => fileURLToPath(new URL(`../peers/shells/${name}`, import.meta.url));

export const completeInFish: Complete = (script, folder, lines) =>
  offersOf('fish', ['--no-config', support('complete.fish'), script, folder, ...lines]);

export const completeInZsh: Complete = (script, folder, lines) =>
  offersOf('zsh', ['-f', support('complete.zsh'), script, folder, join(folder, '.found'), ...lines]);

export const completeInBash: Complete = (script, folder, lines) =>
  offersOf('bash', [
    ...['--norc', '--noprofile', support('complete.bash'), script, folder],
    ...lines.flatMap((line) => [...bashWords(line), 'done']),
  ]);

/** As bash splits a line; there are no quotes. */
const bashWords = (line: string): string[] => line.split(' ').flatMap((word) => word.split(/(?<==)|(?==)/));

async function offersOf(shell: string, args: readonly string[]): Promise<string[][]> {
  const { code, stdout, stderr } = await spawnRecorded(shell, args).ending;
  if (code !== 0 || stderr !== '') throw new Error(`${shell} exited with ${String(code)}: ${stderr}`);
  return stdout
    .split(/^done$/m)
    .slice(0, -1)
    .map((found) =>
      [...new Set([...found.matchAll(/^<(.*)>$/gm)].map((match) => plain(match[1] ?? '')))].sort(),
    );
}

/** Shells differ in whether they repeat what stands before the value, and quote it. */
const plain = (offer: string): string =>
  offer
    .replace(/^--[^=]*=/, '')
    .replace(/^.*,/, '')
    .replaceAll('\\', '')
    .replace(/\/$/, '');

/** What an interactive bash shows after these lines were typed, with Tab where there is one. */
export async function typeInBash(lines: readonly string[], env: Environment): Promise<string> {
  const { code, stdout, stderr } = await spawnRecorded('python3', [support('type.py'), ...lines], env).ending;
  if (code !== 0) throw new Error(`bash could not be typed at: ${stderr}`);
  return stdout;
}
