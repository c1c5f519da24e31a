import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../support/regrove-process.js';

/** Files that are no stores and declare statements. */
const exceptions: Readonly<Record<string, string>> = {
  'database/across-nodes.ts': 'makes statements of the text that a store passes',
  'database/combined-list.ts': 'makes statements of the text that a store passes',
  'database/reference-search.ts': 'makes a statement of the table that a store names',
  'database/sealed-column.ts': 'makes statements for any table with a sealed column',
  'database/sorted-list.ts': 'makes statements of the text that a store passes',
  'installation/ledger/ledger-check.ts':
    'makes a statement of each check, whose files (*-checks.ts) have nothing but SQL',
};

const source = join(repository, 'server/src');
const declaring = /\b(statement|crossAccountStatement|citusStatement)\b/;

/** Types of the module do not count. */
const declaresStatements = (file: string): boolean => {
  const [, imported = ''] =
    /import \{([^}]*)\} from '[^']*\/statement\.js'/.exec(readFileSync(join(source, file), 'utf8')) ?? [];
  return imported.split(',').some((name) => !/^\s*type\b/.test(name) && declaring.test(name));
};

it('Statements are declared in stores, but for named exceptions', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const declaringFiles = files.filter(declaresStatements);
  expect(declaringFiles.filter((name) => !name.endsWith('-store.ts')).sort()).toEqual(
    Object.keys(exceptions),
  );
  expect(declaringFiles.length).toBeGreaterThan(100);
});
