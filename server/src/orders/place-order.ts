import type { AccountId } from '../accounts/account.js';
import { insertOffset } from '../biomass/offset-store.js';
import { insertCarbonOffset } from '../carbon/carbon-offset-store.js';
import type { Context } from '../platform/context.js';
import { invalid, missing } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { findCarbonProjects } from '../projects/carbon-project-store.js';
import { findForestryProjects } from '../projects/forestry-project-store.js';
import { idsOf, requireActive } from './choose-projects.js';
import { findOrder, lockOrder, markOrderPlaced, type Order } from './order-store.js';

/** One offset per project of each kind, in one transaction, once. */
export const placeOrder = ({ db, clock, actor }: Context, account: AccountId, id: string): Promise<Order> =>
  db.transaction(async (tx) => {
    const order = await lockOrder(tx, account, id);
    if (!order) throw missing('There is no such order');
    if (order.status === 'placed') throw invalid('This order has been placed already');

    const biomass = order.biomassShares.filter(({ pages }) => pages > 0);
    const carbon = order.carbonShares.filter(({ mtco2e }) => Number(mtco2e) > 0);
    requireActive(biomass, await findForestryProjects(tx, idsOf(biomass)), 'biomass_project_ids');
    requireActive(carbon, await findCarbonProjects(tx, idsOf(carbon)), 'carbon_project_ids');

    const now = clock();
    for (const share of biomass) {
      await insertOffset(tx, account, {
        id: newId(),
        certificateId: newId(),
        projectId: share.projectId,
        quoteId: null,
        orderId: order.id,
        methodologyId: order.methodologyId,
        date: now,
        pages: share.pages,
        trees: share.trees,
        price: share.price,
        createdAt: now,
        actor,
      });
    }
    for (const share of carbon) {
      await insertCarbonOffset(tx, account, {
        id: newId(),
        orderId: order.id,
        projectId: share.projectId,
        methodologyId: order.methodologyId,
        date: now,
        mtco2e: share.mtco2e,
        price: share.price,
      });
    }
    await markOrderPlaced(tx, account, id, now);
    return (await findOrder(tx, account, id)) as Order;
  });
