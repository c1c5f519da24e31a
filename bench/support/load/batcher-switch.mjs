// Loaded into a server before its own program: switches batchers off and on, so that one process is measured with and without.
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  const { unbatched } = await import(
    new URL('../../../server/dist/database/batcher.js', import.meta.url).href
  );
  createServer((request, response) => {
    unbatched.clear();
    unbatched.add(decodeURIComponent(request.url.slice(1)));
    response.end();
  })
    .listen(process.env.BENCH_SWITCH)
    .unref();
}
