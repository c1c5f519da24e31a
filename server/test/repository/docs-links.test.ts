import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';

it('every Markdown file links only to files that exist', async () => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md'], { cwd: repository });
  const files = stdout.trim().split('\n');
  expect(files.length).toBeGreaterThan(80);
  const missing: string[] = [];
  for (const file of files) {
    const text = (await readFile(join(repository, file), 'utf8')).replaceAll(/^```.*?^```|`[^`\n]*`/gms, '');
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [path = ''] = link.split('#');
      if (path === '' || /^[a-z]+:/.test(path)) continue;
      if (!existsSync(join(repository, dirname(file), path))) missing.push(`${file}: ${link}`);
    }
  }
  expect(missing).toEqual([]);
});
