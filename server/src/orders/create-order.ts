import type { AccountId } from '../accounts/account.js';
import { record } from '../audit/audit-store.js';
import { rateOf } from '../biomass/rate.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { priceOfPages, reportedPrice, tonnesOfMass } from '../paper/conversion.js';
import { paperOf, weighItems, type ItemInput } from '../paper/items.js';
import type { Context } from '../platform/context.js';
import { explainingTaken } from '../platform/db/failures.js';
import { decimal } from '../platform/decimals.js';
import { invalid } from '../platform/errors.js';
import { newId } from '../platform/ids.js';
import { inTransaction } from '../platform/in-transaction.js';
import { chooseBiomassProjects, chooseCarbonProjects } from './choose-projects.js';
import { insertOrder, orderFacts, type Order } from './order-store.js';
import { splitBiomass, splitCarbon, type ProjectSettingInput } from './shares.js';

export interface NewOrderInput {
  /** Missing: by the account's settings. Empty: none of this kind. */
  readonly biomassProjects: readonly ProjectSettingInput[] | null | undefined;
  readonly carbonProjects: readonly ProjectSettingInput[] | null | undefined;
  readonly externalId: string | null | undefined;
  readonly items: readonly ItemInput[];
}

/** A draft: everything is computed and split now, so that what is placed later is what was shown. */
export async function createOrder(
  context: Context,
  account: AccountId,
  input: NewOrderInput,
): Promise<Order> {
  const { db, clock } = context;
  const weighed = weighItems(input.items);
  const methodology = await currentMethodology(db);
  const biomassProjects = await chooseBiomassProjects(db, account, input.biomassProjects);
  const carbonProjects = await chooseCarbonProjects(db, account, input.carbonProjects);
  if (biomassProjects.length === 0 && carbonProjects.length === 0) {
    throw invalid('An order needs a biomass or a carbon project');
  }

  const { items, mass, standardPages, trees } = paperOf(weighed, methodology);
  const rate = await rateOf(db, account, methodology);
  const none = decimal(0);
  const hasBiomass = biomassProjects.length > 0;
  const biomassPrice = hasBiomass ? reportedPrice(priceOfPages(standardPages, rate)) : none;
  const mtco2e = carbonProjects.length > 0 ? tonnesOfMass(mass, methodology) : none;
  const carbon = splitCarbon(mtco2e, carbonProjects);

  const order = {
    id: newId(),
    methodologyId: methodology.id,
    externalId: input.externalId ?? null,
    items,
    paperMassG: mass.toFixed(),
    standardSheets: standardPages,
    trees: (hasBiomass ? trees : none).toFixed(),
    mtco2e: mtco2e.toFixed(),
    biomassPrice: biomassPrice.toFixed(),
    carbonPrice: carbon.price.toFixed(),
    biomassShares: splitBiomass({ pages: standardPages, trees, price: biomassPrice }, biomassProjects),
    carbonShares: carbon.shares,
    createdAt: clock(),
  };
  return inTransaction(context, async (tx) => {
    await record(tx, account, { action: 'order.create', subjectId: order.id, after: orderFacts(order) });
    return explainingTaken({ orders_external_id: 'external_id is already taken by another order' }, () =>
      insertOrder(tx.db, account, order),
    );
  });
}
