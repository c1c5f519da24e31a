// The program before it is bundled, in which its batchers are accessible: they can be switched off one at a time
// while it runs.
import { createServer } from 'node:http';

const part = (path) => import(new URL(`../../../server/dist/${path}`, import.meta.url).href);

const { unbatched } = await part('database/batcher.js');
createServer((request, response) => {
  unbatched.clear();
  unbatched.add(decodeURIComponent(request.url.slice(1)));
  response.end();
})
  .listen(process.env.BENCH_SWITCH)
  .unref();

const { main } = await part('main/regrove.js');
await main(process.argv.slice(2), process.env, { buildDashboard: () => Promise.resolve() });
