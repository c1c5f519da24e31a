// Builds whatever is out of date: all targets, or the ones named.
import { buildIfStale } from './index.js';

try {
  await buildIfStale(process.argv.length > 2 ? process.argv.slice(2) : undefined);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
