import type { AccountId } from '../accounts/account.js';
import { unbilledLimitError } from '../accounts/unbilled-limit.js';
import { pagesOfTrees, priceOfPages, treeDecimals, treesOfPages } from '../paper/conversion.js';
import { maxStandardPages } from '../paper/items.js';
import type { Methodology } from '../paper/methodology.js';
import type { Context } from '../../database/context.js';
import { decimal, decimalPlaces, type Decimal } from '../../platform/decimals.js';
import { invalid } from '../../platform/errors.js';
import { newId } from '../../platform/ids.js';
import { requireRecordDate } from '../../platform/time/record-date.js';
import { requireAnyActiveProject, requireActiveStatus } from '../projects/require-active-project.js';
import { findOffsetTerms } from './offset-terms-store.js';
import { insertOffsetBatched } from './batched-offset-store.js';
import type { BiomassOffset } from './offset-store.js';

export interface NewOffsetInput {
  readonly amount: { readonly pages: number } | { readonly trees: number };
  /** Missing: a random active project. */
  readonly projectId: string | null | undefined;
  /** Missing: now. */
  readonly date: Date | null | undefined;
}

export async function createOffset(
  context: Context,
  account: AccountId,
  input: NewOffsetInput,
): Promise<BiomassOffset> {
  const { db, clock, actor, maxUnbilled } = context;
  const now = clock();
  if (input.date) requireRecordDate(input.date, now, 'date');
  const projectId = input.projectId ?? (await requireAnyActiveProject(db));
  const terms = await findOffsetTerms(db, account, projectId);
  const { pages, trees } = amountOf(input.amount, terms);
  requireActiveStatus(terms.projectStatus, 'project_id');
  const { projectName } = terms;
  if (projectName === null) throw new Error(`Project ${projectId} has no name`);
  const offset = await insertOffsetBatched(db, account, {
    id: newId(),
    certificateId: newId(),
    projectId,
    projectName,
    accountName: terms.accountName,
    quoteId: null,
    orderId: null,
    methodologyId: terms.id,
    date: input.date ?? now,
    pages,
    trees,
    price: priceOfPages(pages, terms.rate ?? terms.pricePerPage).toFixed(),
    createdAt: now,
    maxUnbilled,
    actor,
  });
  if (!offset) throw unbilledLimitError(context);
  return offset;
}

function amountOf(
  amount: NewOffsetInput['amount'],
  methodology: Methodology,
): { pages: number; trees: Decimal } {
  if ('pages' in amount) {
    return { pages: amount.pages, trees: treesOfPages(amount.pages, methodology).toFixed() };
  }
  if (decimalPlaces(amount.trees) > treeDecimals)
    throw invalid(`trees must have at most ${treeDecimals} decimals`, {
      code: 'too-many-decimals',
      field: 'trees',
      params: { decimals: treeDecimals },
    });
  const trees = decimal(amount.trees);
  const pages = pagesOfTrees(trees, methodology);
  if (pages.lt(1))
    throw invalid('trees must be at least one standard page', { code: 'paper-too-little', field: 'trees' });
  if (pages.gt(maxStandardPages))
    throw invalid(`trees must be at most ${maxStandardPages} standard pages`, {
      code: 'paper-too-much',
      field: 'trees',
      params: { max: maxStandardPages },
    });
  return { pages: pages.toNumber(), trees: trees.toFixed() };
}
