import { deleteDeliveriesJob } from '../../features/webhooks/change-endpoint.js';
import { deleteDeliveriesOf } from '../../features/webhooks/delivery-store.js';
import { enqueueAlone } from '../../database/job-store.js';
import type { Task } from '../task.js';

/** In one transaction. */
const batchSize = 10_000;

/** Deletes the deliveries of an endpoint that was deleted. */
export const deleteDeliveriesTask: Task = {
  ...deleteDeliveriesJob,
  lane: 'short',
  async run({ db }, { payload, stopping }) {
    const endpoint = payload as { readonly accountId: string; readonly endpointId: string };
    while ((await deleteDeliveriesOf(db, endpoint, batchSize)) === batchSize) {
      if (!stopping.aborted) continue;
      await enqueueAlone(db, { task: deleteDeliveriesJob, payload: endpoint });
      return;
    }
  },
};
