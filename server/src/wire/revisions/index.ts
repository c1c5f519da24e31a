import { addOrderIdToOffsets } from './changes/add-order-id-to-offsets.js';
import { addOrders } from './changes/add-orders.js';
import { addQuoteIdLists } from './changes/add-quote-id-lists.js';
import { moveIntroductionToBody } from './changes/move-introduction-to-body.js';
import { removeProjectIntroduction } from './changes/remove-project-introduction.js';
import { removeServerContact } from './changes/remove-server-contact.js';
import { renameDensityToGsm } from './changes/rename-density-to-gsm.js';
import { requireUserAgent } from './changes/require-user-agent.js';
import { createAdapters, type Revision } from './revision.js';

/** Newest first. */
export const revisions: readonly Revision[] = [
  { name: '1.7.1', changes: [moveIntroductionToBody] },
  {
    name: '1.6.6',
    changes: [
      requireUserAgent,
      renameDensityToGsm,
      addOrderIdToOffsets,
      addOrders,
      addQuoteIdLists,
      removeServerContact,
      removeProjectIntroduction,
    ],
  },
  { name: '1.6.3', changes: [] },
];

export const revisionNames: readonly string[] = revisions.map(({ name }) => name);

/** The model, which all other code uses. New keys are pinned to it unless asked otherwise, and the SDK uses it by default. */
export const defaultRevision = '1.6.6';

/** Conversions between each revision and the model. */
export const adapters = createAdapters(revisions, defaultRevision);
