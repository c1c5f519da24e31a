// Loaded into a server before its own program: the batcher with this name does everything one by one there.
const { unbatched } = await import(new URL('../../../server/dist/database/batcher.js', import.meta.url).href);
unbatched.add(process.env.BENCH_UNBATCHED);
