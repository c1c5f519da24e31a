import type { AccountId } from '../accounts/account.js';
import { rateOf } from '../biomass/rate.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { tonnesOfMass } from '../paper/conversion.js';
import { paperOf, weighItems, type ItemInput } from '../paper/items.js';
import type { Database } from '../../database/database.js';
import { decimal, type Decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';
import type { NewOrder } from './order-store.js';
import { chooseBiomassProjects, chooseCarbonProjects } from './choose-projects.js';
import { splitBiomass, splitCarbon, type ProjectSettingInput } from './shares.js';

export interface OrderedPaper {
  /** Missing: chosen by the account's settings. Empty: none of this kind. */
  readonly biomassProjects: readonly ProjectSettingInput[] | null | undefined;
  readonly carbonProjects: readonly ProjectSettingInput[] | null | undefined;
  readonly items: readonly ItemInput[];
}

export interface CalculatedOrder {
  readonly order: Omit<NewOrder, 'id' | 'externalId' | 'createdAt'>;
  /** Tonnes of CO2e emitted for the paper, whether or not they are offset. */
  readonly footprint: Decimal;
  /** Price per standard page for this account. */
  readonly rate: Decimal;
}

/** Calculates the order and splits it among projects. Writes nothing. */
export async function calculateOrder(
  db: Database,
  account: AccountId,
  input: OrderedPaper,
): Promise<CalculatedOrder> {
  const weighed = weighItems(input.items);
  const methodology = await currentMethodology(db);
  const biomassProjects = await chooseBiomassProjects(db, account, input.biomassProjects);
  const carbonProjects = await chooseCarbonProjects(db, account, input.carbonProjects);
  if (biomassProjects.length === 0 && carbonProjects.length === 0) {
    throw invalid('An order needs a biomass or a carbon project', { code: 'order-needs-project' });
  }

  const { items, mass, standardPages, trees } = paperOf(weighed, methodology);
  const rate = await rateOf(db, account, methodology);
  const none = decimal(0);
  const hasBiomass = biomassProjects.length > 0;
  const biomass = splitBiomass({ pages: standardPages, trees, rate }, biomassProjects);
  const footprint = tonnesOfMass(mass, methodology);
  const mtco2e = carbonProjects.length > 0 ? footprint : none;
  const carbon = splitCarbon(mtco2e, carbonProjects);
  const order = {
    methodologyId: methodology.id,
    items,
    paperMassG: mass.toFixed(),
    standardSheets: standardPages,
    trees: (hasBiomass ? trees : none).toFixed(),
    mtco2e: mtco2e.toFixed(),
    biomassPrice: biomass.price.toFixed(),
    carbonPrice: carbon.price.toFixed(),
    biomassShares: biomass.shares,
    carbonShares: carbon.shares,
  };
  return { order, footprint: footprint.toFixed(), rate };
}
