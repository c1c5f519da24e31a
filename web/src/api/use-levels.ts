import { useScope } from './scope.js';
import type { ListControl } from './use-list-state.js';

const others = ['below', 'together'] as const;

/** The levels that a list can have besides its own rows, as a filter for `useListState`: of accounts with others below them. */
export function useLevels(): { readonly level?: readonly string[] } {
  const { account } = useScope();
  return account.accounts_count > 0 ? { level: others } : {};
}

/** Whether a list has rows of several accounts. */
export const isCombined = ({ filters }: Pick<ListControl, 'filters'>): boolean => Boolean(filters['level']);
