#!/usr/bin/env node
import { buildIfStale } from './build-if-stale.js';

await buildIfStale();
const { main } = await import('../dist/main/regrove.js');
await main(process.argv.slice(2), process.env);
