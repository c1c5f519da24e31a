import { existsSync } from 'node:fs';

/** A checkout builds itself. A package has everything built in, and no builder. */
const builder = new URL('../build/index.js', import.meta.url);
const { buildIfStale } = existsSync(builder) ? await import(builder.href) : { buildIfStale: async () => {} };

try {
  await buildIfStale(['server', 'printers', 'verify', 'fonts']);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { main } = await import('../dist/program/regrove.js');
// Only servers show these, and they have other things to do while they are built.
await main(process.argv.slice(2), process.env, {
  buildDashboard: () => buildIfStale(['dashboard', 'guide']),
});
