import { setImmediate as nextTurn } from 'node:timers/promises';

const processorMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/**
 * The longest time that work keeps others from having their turn, in milliseconds of the processor, which a busy machine does
 * not change much. What is refused was worked on as well.
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
