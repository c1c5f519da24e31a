import { deleteDeliveriesJob } from '../../features/webhooks/change-endpoint.js';
import { deleteDeliveriesOf } from '../../features/webhooks/delivery-store.js';
import { enqueueInOwnTransaction } from '../../database/job-store.js';
import type { Task } from '../task.js';

/** In one run. Then other jobs have their turn. */
const batchSize = 10_000;

/** Deletes the deliveries of an endpoint that was deleted. */
export const deleteDeliveriesTask: Task = {
  ...deleteDeliveriesJob,
  lane: 'short',
  async run({ db }, { payload }) {
    const endpoint = payload as { readonly accountId: string; readonly endpointId: string };
    const isMore = (await deleteDeliveriesOf(db, endpoint, batchSize)) === batchSize;
    if (isMore) await enqueueInOwnTransaction(db, { task: deleteDeliveriesJob, payload: endpoint });
  },
};
