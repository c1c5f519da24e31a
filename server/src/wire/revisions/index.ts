import { addOrderIdToOffsets } from './changes/add-order-id-to-offsets.js';
import { addOrders } from './changes/add-orders.js';
import { addQuoteIdLists } from './changes/add-quote-id-lists.js';
import { removeProjectIntroduction } from './changes/remove-project-introduction.js';
import { removeServerContact } from './changes/remove-server-contact.js';
import { renameDensityToGsm } from './changes/rename-density-to-gsm.js';
import { requireUserAgent } from './changes/require-user-agent.js';
import { createAdapter, type RevisionAdapter, type Revision } from './revision.js';

/** Newest first. All other code uses the newest revision. */
export const revisions: readonly Revision[] = [
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

export const defaultRevision = revisionNames[0] ?? '';

/** Conversions between each revision and the newest. */
export const adapters: ReadonlyMap<string, RevisionAdapter> = new Map(
  revisions.map(({ name }, index) => [
    name,
    createAdapter(
      revisions.slice(0, index).flatMap(({ changes }) => changes),
      revisions.slice(index).flatMap(({ changes }) => changes),
    ),
  ]),
);
