// Prints every declared statement as JSON, with those of the given files that declare it.
import { declaredStatements } from '../../dist/database/statement.js';

const build = new URL('../../dist/', import.meta.url);
const files = process.argv.slice(2);
const moduleOf = (file) => new URL(file.replace(/\.ts$/, '.js'), build).href;

for (const file of files) await import(moduleOf(file));
const declaredBy = new Map();
for (const file of files) {
  const before = new Set(declaredStatements());
  // It is evaluated once more, with all that it imports already there, so what is declared meanwhile is of this file.
  await import(`${moduleOf(file)}?again`);
  for (const { name } of declaredStatements().filter((statement) => !before.has(statement)))
    declaredBy.set(name, [...(declaredBy.get(name) ?? []), file]);
}
const all = declaredStatements().map((statement) => ({
  statement,
  files: declaredBy.get(statement.name) ?? [],
}));
process.stdout.write(JSON.stringify(all));
