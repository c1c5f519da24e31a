import { enqueueInOwnTransaction } from '../../database/job-store.js';
import { coverTreesJob } from '../../features/plantings/cover-trees-job.js';
import { coverTrees } from '../../features/plantings/cover-trees.js';
import type { Task } from '../task.js';

export const coverTreesTask: Task = {
  ...coverTreesJob,
  lane: 'long',
  schedule: { cron: '27 * * * *', catchUpDays: 0 },
  async run(context, { stopping }) {
    const { failed } = await coverTrees(context, stopping);
    if (stopping.aborted)
      await enqueueInOwnTransaction(context.db, {
        task: coverTreesTask,
        payload: {},
        key: coverTreesJob.name,
      });
    if (failed > 0) throw new Error(`The trees of ${failed} projects could not be covered`);
  },
};
