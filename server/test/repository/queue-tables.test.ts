import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';

describe('Private tables of the queue', () => {
  it('are used by one file only', async () => {
    const source = join(repository, 'server/src');
    const files = (await readdir(source, { recursive: true })).filter((file) => file.endsWith('.ts'));
    expect(files.length).toBeGreaterThan(300);
    const texts = await Promise.all(files.map((file) => readFile(join(source, file), 'utf8')));
    expect(files.filter((_, index) => /graphile_worker\.\s*"?_private/.test(texts[index] ?? ''))).toEqual([
      'database/queue-tables-store.ts',
    ]);
  });

  it('are those of the installed version', async () => {
    const read = async (path: string) => JSON.parse(await readFile(join(repository, path), 'utf8'));
    const { dependencies } = await read('server/package.json');
    expect(dependencies['graphile-worker']).toMatch(/^\d+\.\d+\.\d+$/);
    const { version } = await read('node_modules/graphile-worker/package.json');
    expect(version).toBe(dependencies['graphile-worker']);
  });
});
