import type { AccountId } from '../accounts/account.js';
import { nameOfAccount } from '../accounts/account-names-store.js';
import { unbilledLimitError } from '../accounts/unbilled-limit.js';
import { recordChange, recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import { recordEvents } from '../events/event-store.js';
import { insertOffset } from '../biomass/new-offset-store.js';
import { carbonOffsetEvent, findCarbonOffsets, insertCarbonOffset } from '../carbon/carbon-offset-store.js';
import type { Context } from '../../database/context.js';
import { invalid, missing } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import { findCarbonProjects } from '../projects/carbon-project-store.js';
import { findForestryProjects } from '../projects/forestry-project-store.js';
import { requireActive } from '../projects/require-active-project.js';
import { idsOf } from './choose-projects.js';
import { lockOrder, markOrderPlaced, orderEvent, type Order } from './order-store.js';

const carbonOffsetFacts = auditedFields('orderId', 'projectId', 'date', 'mtco2e', 'price');
const placingFacts = auditedFields('status', 'biomassOffsetIds', 'carbonOffsetIds');

/** Creates one offset per project of each kind, in one transaction. An order can be placed only once. */
export const placeOrder = (context: Context, account: AccountId, id: string): Promise<Order> =>
  inTransaction(context, async (tx) => {
    const { db, actor, maxUnbilled } = tx;
    const order = await lockOrder(db, account, id);
    if (!order) throw missing('There is no such order');
    if (order.status === 'placed')
      throw invalid('This order has already been placed', { code: 'order-placed' });

    const biomass = order.biomassShares.filter(({ pages }) => pages > 0);
    const carbon = order.carbonShares.filter(({ mtco2e }) => Number(mtco2e) > 0);
    const projects = await findForestryProjects(db, idsOf(biomass));
    requireActive(idsOf(biomass), projects, 'biomass_project_ids');
    const projectNames = new Map(projects.map((project) => [project.id, project.name]));
    const accountName = await nameOfAccount(db, account);
    requireActive(idsOf(carbon), await findCarbonProjects(db, idsOf(carbon)), 'carbon_project_ids');

    const now = tx.clock();
    for (const share of biomass) {
      const projectName = projectNames.get(share.projectId);
      if (projectName === undefined) throw new Error(`Project ${share.projectId} is gone`);
      const offset = await insertOffset(db, account, {
        id: newId(),
        certificateId: newId(),
        projectId: share.projectId,
        projectName,
        accountName,
        quoteId: null,
        orderId: order.id,
        methodologyId: order.methodologyId,
        date: now,
        pages: share.pages,
        trees: share.trees,
        price: share.price,
        createdAt: now,
        maxUnbilled,
        actor,
      });
      if (!offset) throw unbilledLimitError(tx);
    }
    for (const share of carbon) {
      const offset = {
        id: newId(),
        orderId: order.id,
        projectId: share.projectId,
        methodologyId: order.methodologyId,
        date: now,
        mtco2e: share.mtco2e,
        price: share.price,
      };
      if (!(await insertCarbonOffset(db, account, offset, maxUnbilled))) throw unbilledLimitError(tx);
      await recordChange(tx, account, {
        action: 'carbon_offset.create',
        subjectId: offset.id,
        after: carbonOffsetFacts(offset),
      });
    }
    const placed = await markOrderPlaced(db, account, id, now);
    await recordDifference(tx, account, {
      action: 'order.place',
      subjectId: id,
      before: placingFacts(order),
      after: placingFacts(placed),
    });
    const offsets = await findCarbonOffsets(db, account, placed.carbonOffsetIds);
    await recordEvents(
      tx,
      account,
      ...offsets.map((offset) => carbonOffsetEvent('carbon_offset.created', offset)),
      orderEvent('order.placed', placed),
    );
    return placed;
  });
