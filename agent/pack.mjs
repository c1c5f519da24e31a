// Before `npm pack`: builds the agent, and adds the licences of what is bundled into it. After it (`--done`): removes what was added.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfStale } from '../server/build/index.js';
import { noticesInPackage, noticesName } from '../server/build/third-party/notices.js';

const notices = join(import.meta.dirname, noticesName);

if (process.argv.includes('--done')) {
  rmSync(notices, { force: true });
} else {
  await buildIfStale(['agent']);
  writeFileSync(notices, await noticesInPackage(join(import.meta.dirname, '..'), 'agent'));
}
