import { setImmediate as nextTurn } from 'node:timers/promises';

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest time that the work blocks the event loop, in milliseconds of CPU time, which hardly depends on other
 * load. Rejected work counts as well.
 */
export async function longestBlock(work) {
  let longest = 0;
  let before = processorMs();
  let isDone = false;
  const watch = async () => {
    while (!isDone) {
      await nextTurn();
      const now = processorMs();
      longest = Math.max(longest, now - before);
      before = now;
    }
  };
  const watching = watch();
  try {
    await work();
  } catch (error) {
    if (error.name !== 'Refusal' && error.name !== 'SourceError') throw error;
  }
  isDone = true;
  await watching;
  return longest;
}
