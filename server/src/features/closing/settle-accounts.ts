import { randomInt } from 'node:crypto';
import type { AccountId } from '../accounts/account.js';
import { ratesOf } from '../accounts/account-settings-store.js';
import { namesOfAccounts } from '../accounts/account-names-store.js';
import { markDeposits, releaseDeposits, type DepositSum } from '../deposits/settled-deposit-store.js';
import { recordEventsOfAccounts, type AccountEvent } from '../events/event-store.js';
import { offsetFacts } from '../biomass/offset-store.js';
import { insertSettledOffsets, type SettledOffset } from '../biomass/settled-offset-store.js';
import { currentMethodology } from '../methodologies/methodology-store.js';
import { priceOfPages, standardPagesOfMass, treesOfMass } from '../paper/conversion.js';
import type { Methodology } from '../paper/methodology.js';
import { splitPaper, type PaperPart } from '../paper/split.js';
import type { TransactionContext } from '../../database/context.js';
import type { Database } from '../../database/database.js';
import { decimal, sumOf, whole, type Decimal, type Whole } from '../../platform/decimals.js';
import { unavailable } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { isoMonth } from '../../platform/time/months.js';
import { activeFavoritesOf } from '../projects/favorite-store.js';
import { activeProjectIds, namesOfProjects } from '../projects/forestry-project-store.js';
import type { ClosingMonth } from './closing-month.js';
import { enqueueReceipts } from './enqueue-receipts.js';
import {
  deleteEmptySettlements,
  writeSettlements,
  type Settlement,
} from '../settlements/settlement-store.js';

export interface Tally {
  readonly accounts: number;
  readonly deposits: number;
  readonly offsets: number;
  readonly pages: Whole;
  readonly trees: Decimal;
}

/**
 * Settles accounts whose open settlements the transaction has locked: marks their deposits as processed and turns each
 * account's total into offsets and certificates. An account with less than a page keeps its deposits for the next close.
 */
export async function settleAccounts(
  context: TransactionContext,
  accounts: readonly AccountId[],
  { month, end, lastSecond }: ClosingMonth,
): Promise<Tally> {
  const { db: tx, clock } = context;
  const now = clock();
  const methodology = await currentMethodology(tx);
  const marked = await markDeposits(tx, accounts, { month, end, now });
  const issued = marked
    .map((sum) => ({ ...sum, ...paperOf(sum, methodology) }))
    .filter(({ pages }) => pages.gte(1));
  const settled = new Set(issued.map(({ accountId }) => accountId));
  const kept = accounts.filter((account) => !settled.has(account));
  if (kept.length > 0) {
    await releaseDeposits(tx, kept, month);
    await deleteEmptySettlements(tx, kept, month);
  }
  if (issued.length === 0) return { accounts: 0, deposits: 0, offsets: 0, pages: 0, trees: '0' };

  const projectsOf = await projectChoice(tx, accounts);
  const rates = await ratesOf(tx, accounts);
  const offsets: SettledOffset[] = [];
  const settlements = issued.map(({ accountId, deposits, mass, pages, trees }) => {
    const rate = rates.get(accountId) ?? methodology.pricePerPage;
    const parts = shareOut({ pages, trees }, projectsOf(accountId)).map(({ projectId, ...part }) => ({
      accountId,
      id: newId(),
      certificateId: newId(),
      projectId,
      pages: whole(part.pages),
      trees: part.trees.toFixed(),
      price: priceOfPages(part.pages, rate).toFixed(),
    }));
    offsets.push(...parts);
    return {
      accountId,
      deposits,
      mass,
      pages: whole(pages),
      trees: trees.toFixed(),
      price: priceOfPages(pages, rate).toFixed(),
      offsetIds: parts.map(({ id }) => id),
    };
  });
  const batch = {
    month,
    date: lastSecond,
    methodologyId: methodology.id,
    createdAt: now,
    accountNames: await namesOfAccounts(tx, [...settled]),
    projectNames: await namesOfProjects(tx, [...new Set(offsets.map(({ projectId }) => projectId))]),
  };
  await insertSettledOffsets(tx, offsets, batch);
  await writeSettlements(context, settlements, { month, now, methodologyId: methodology.id });
  await recordEventsOfAccounts(context, [
    ...offsets.flatMap((offset) => eventsOfOffset(offset, lastSecond)),
    ...settlements.map((settlement) => closedMonth(settlement, month)),
  ]);
  await enqueueReceipts(context, month, settlements, offsets, methodology.id);
  return {
    accounts: issued.length,
    deposits: issued.reduce((sum, { deposits }) => sum + deposits, 0),
    offsets: offsets.length,
    pages: whole(sumOf(issued.map(({ pages }) => pages))),
    trees: sumOf(issued.map(({ trees }) => trees)).toFixed(),
  };
}

function eventsOfOffset(offset: SettledOffset, date: Date): AccountEvent[] {
  const { accountId, id, certificateId } = offset;
  const facts = offsetFacts({ ...offset, date, quoteId: null, orderId: null });
  return [
    { type: 'biomass_offset.created', accountId, subjectId: id, facts },
    { type: 'certificate.issued', accountId, subjectId: certificateId, facts },
  ];
}

const closedMonth = ({ accountId, pages, trees, offsetIds }: Settlement, month: Date): AccountEvent => ({
  type: 'month.closed',
  accountId,
  subjectId: accountId,
  facts: { period: isoMonth(month), pages, trees, offset_ids: offsetIds },
});

/** Limits of the columns: bigint and numeric(20, 6). */
const maxPages = decimal(2n ** 63n - 1n);
const maxTrees = decimal('99999999999999.999999');

function paperOf({ mass }: DepositSum, methodology: Methodology): PaperPart {
  const grams = decimal(mass);
  const pages = standardPagesOfMass(grams, methodology);
  const trees = treesOfMass(grams, methodology);
  if (pages.gt(maxPages) || trees.gt(maxTrees))
    throw new Error(
      `The deposits are ${pages.toFixed()} pages and ${trees.toFixed()} trees, which is more than Regrove can count`,
    );
  return { pages, trees };
}

/** Splits evenly, by largest remainder. A project whose share is zero pages gets no offset. */
function shareOut(paper: PaperPart, projectIds: readonly string[]): (PaperPart & { projectId: string })[] {
  const [only, ...others] = projectIds;
  if (only !== undefined && others.length === 0) return [{ ...paper, projectId: only }];
  const weights = projectIds.map(() => decimal(1));
  return splitPaper(paper, weights)
    .map((part, index) => ({ ...part, projectId: projectIds[index] ?? '' }))
    .filter(({ pages }) => pages.gt(0));
}

/** An account's active favorites or, if it has none, a random active project. */
async function projectChoice(
  db: Database,
  accounts: readonly AccountId[],
): Promise<(account: AccountId) => readonly string[]> {
  const favorites = await activeFavoritesOf(db, accounts);
  const active = favorites.size < accounts.length ? await activeProjectIds(db) : [];
  return (account) => {
    const chosen = favorites.get(account);
    if (chosen) return chosen;
    const any = active.length > 0 ? active[randomInt(active.length)] : undefined;
    if (any === undefined) throw unavailable('There is no active forestry project');
    return [any];
  };
}
