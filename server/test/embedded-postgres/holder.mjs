import { createInterface } from 'node:readline';
import { openEmbeddedPostgresIn } from '../../dist/database/embedded-postgres/open.js';

/** A process that holds the database of a directory and follows commands from standard input, one per line. */
const [directory, capabilities = '{}'] = process.argv.slice(2);

function emit(event, detail = null) {
  process.stdout.write(`${JSON.stringify({ event, detail })}\n`);
}

try {
  emit('opening');
  const postgres = await openEmbeddedPostgresIn(
    { directory, settings: { fsync: 'off' }, onTrouble: (error) => emit('trouble', error.message) },
    JSON.parse(capabilities),
  );
  emit('open', postgres.connection);
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'leave') break;
    if (line === 'release') {
      await postgres.release();
      emit('released');
      break;
    }
  }
} catch (error) {
  emit('failed', error.message);
}
