import { invalid } from '../../platform/errors.js';
import type { UsedLot } from './retirement-store.js';

/**
 * Whose lots an export is compared with: those of the registry that was named, or of the only one. A registry publishes nothing about the
 * credits of others. Case and spaces do not matter, because they were typed with each lot.
 */
export function chooseRegistry(
  lots: readonly Pick<UsedLot, 'registry'>[],
  named?: string,
): (lot: Pick<UsedLot, 'registry'>) => boolean {
  const registries = new Map(lots.map(({ registry }) => [plain(registry), registry]));
  const [only, ...others] = named === undefined ? [...registries.keys()] : [plain(named)];
  if (others.length > 0)
    throw invalid(
      `Your credits are in several registries. Say whose export it is with --registry: ${listed(registries)}`,
    );
  if (named !== undefined && registries.size > 0 && !registries.has(plain(named)))
    throw invalid(`None of your credits are in the registry ${named}. They are in: ${listed(registries)}`);
  return ({ registry }) => plain(registry) === only;
}

const plain = (registry: string): string =>
  registry.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

const listed = (registries: ReadonlyMap<string, string>): string =>
  [...registries.values()].sort((a, b) => a.localeCompare(b, 'en')).join(', ');
