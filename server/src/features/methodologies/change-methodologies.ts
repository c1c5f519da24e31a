import { recordChange, installationAccountId } from '../audit/audit-store.js';
import type { Context } from '../../database/context.js';
import { mapUniqueViolation } from '../../database/failures.js';
import { decimal } from '../../platform/decimals.js';
import { invalid, missing } from '../../platform/errors.js';
import { isUuid, newId } from '../../platform/ids.js';
import { inTransaction } from '../../database/in-transaction.js';
import {
  insertMethodology,
  lockMethodologies,
  methodologyFacts,
  setCurrentMethodology,
  type Factors,
  type Sources,
  type StoredMethodology,
} from './methodology-store.js';

/**
 * Missing factors are taken from the current methodology. Its source is, too, as long as no factor of it changes: another factor
 * needs a source of its own. The new methodology does not become current.
 */
export const addMethodology = (
  context: Context,
  name: string,
  factors: Partial<Factors>,
  sources: Partial<Sources> = {},
): Promise<StoredMethodology> =>
  inTransaction(context, async (tx) => {
    // Otherwise it could not be distinguished from an id.
    if (isUuid(name)) throw invalid('name must not be a UUID', { code: 'name-is-id', field: 'name' });
    const current = currentOf(await lockMethodologies(tx.db));
    const added = await mapUniqueViolation(
      {
        methodologies_name_key: {
          message: `There is already a methodology ${name}`,
          reason: { code: 'name-taken', field: 'name' },
        },
      },
      () =>
        insertMethodology(tx.db, {
          ...current,
          ...(hasNewFactors(current, factors) && notStated),
          ...factors,
          ...sources,
          id: newId(),
          name,
          createdAt: tx.clock(),
        }),
    );
    await recordChange(tx, installationAccountId, {
      action: 'methodology.create',
      subjectId: added.id,
      after: methodologyFacts(added),
    });
    return added;
  });

/** Used by new quotes, orders and offsets from now on; existing ones keep their methodology. */
export const activateMethodology = (context: Context, nameOrId: string): Promise<StoredMethodology> =>
  inTransaction(context, async (tx) => {
    const all = await lockMethodologies(tx.db);
    const chosen = all.find(({ id, name }) => id === nameOrId.toLowerCase() || name === nameOrId);
    if (!chosen) throw missing(`There is no methodology ${nameOrId}`);
    if (chosen.current) return chosen;
    await setCurrentMethodology(tx.db, chosen.id, tx.clock());
    await recordChange(tx, installationAccountId, {
      action: 'methodology.use',
      subjectId: chosen.id,
      before: { current_methodology_id: currentOf(all).id },
      after: { current_methodology_id: chosen.id },
    });
    return { ...chosen, current: true };
  });

const notStated: Sources = {
  source: null,
  sourceUrl: null,
  version: null,
  publishedOn: null,
  uncertainty: null,
};

/** The price comes from the operator, not from a source. */
const hasNewFactors = (current: Factors, { pricePerPage: _, ...given }: Partial<Factors>): boolean =>
  Object.entries(given).some(([name, value]) => !decimal(value).eq(current[name as keyof Factors]));

function currentOf(all: readonly StoredMethodology[]): StoredMethodology {
  const current = all.find((one) => one.current);
  if (!current) throw new Error('No methodology is current');
  return current;
}
