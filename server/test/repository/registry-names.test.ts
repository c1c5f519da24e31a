import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';

const name = String.raw`(?:@regrove\/[\w-]+|regrove)(?![\w./-])`;

/**
 * What would fetch a package by a name that is not ours on the npm registry, and run it. `npx regrove` is meant for the folder of
 * an installation, but other programs start it elsewhere.
 */
const fetching = [
  new RegExp(String.raw`\bnpm (?:install|i|add|exec)(?: -[\w-]+(?:=\S+)?)* ${name}`),
  /\bnpx (?:-[\w-]+ )*@regrove\//,
  /\bnpmjs\.com\/package\/@?regrove/,
  /"npx",\s*"args":\s*\[\s*"(?!--no")/,
];

it('Nothing tells people to get our packages from the npm registry, where they are not', async () => {
  const kinds = ['*.md', '*.ts', '*.tsx', '*.js', '*.mjs', '*.json', '*.sh', '*.yaml'];
  const { stdout } = await promisify(execFile)('git', ['ls-files', ...kinds], { cwd: repository });
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => file !== 'package-lock.json' && !file.endsWith('registry-names.test.ts'));
  expect(files.length).toBeGreaterThan(1_000);
  const found: string[] = [];
  for (const file of files) {
    const text = await readFile(join(repository, file), 'utf8');
    for (const pattern of fetching) {
      const [match] = pattern.exec(text) ?? [];
      if (match !== undefined) found.push(`${file}: ${match}`);
    }
  }
  expect(found).toEqual([]);
});
