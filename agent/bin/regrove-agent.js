#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A checkout builds itself. A package has everything built in, and no builder. */
const builder = new URL('../../server/build/index.js', import.meta.url);
if (existsSync(builder)) {
  const { buildIfStale } = await import(builder.href);
  try {
    await buildIfStale(['agent']);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
createRequire(import.meta.url)('../dist/regrove-agent.cjs');
