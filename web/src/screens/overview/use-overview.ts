import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { Overview } from '../../api/wire.js';
import { addMonths, thisMonth } from '../deposits/use-month.js';

/** Of the account itself, of the accounts below it, or of all of them. */
export const levels = ['own', 'below', 'together'] as const;
export type Level = (typeof levels)[number];
export type Sums = Overview['range']['own'];

/** The server refuses more. */
const maxMonths = 120;

export interface Range {
  readonly start: string;
  readonly end: string;
}

/** Thirteen months, to compare this month with the same month of last year. */
export const defaultRange = (): Range => ({ start: addMonths(thisMonth(), -12), end: thisMonth() });

const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text);

/** What the overview shows is kept in the URL, so that it can be linked to and is there again after going back. */
export function useOverviewSearch() {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const { account } = useScope();
  const { start, end, of } = search as Record<string, unknown>;
  const isRange = isMonth(start) && isMonth(end) && start <= end && addMonths(start, maxMonths) > end;
  const range = isRange ? { start, end } : defaultRange();
  const hasBelow = account.accounts_count > 0;
  const chosen = levels.find((level) => level === of) ?? 'together';
  const change = (changed: Readonly<Record<string, string>>): void =>
    void navigate({
      to: '.',
      search: { ...(isRange && range), ...(hasBelow && { of: chosen }), ...changed },
      replace: true,
    });
  return {
    range,
    hasBelow,
    level: hasBelow ? chosen : ('own' as const),
    setRange: (changed: Range): void => change({ ...changed }),
    setLevel: (level: string): void => change({ of: level }),
  };
}

/** The previous months stay visible while others load. */
export function useOverview({ start, end }: Range): UseQueryResult<Overview> {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'overview', { start, end }),
    queryFn: ({ signal }) =>
      appRequest<Overview>(
        'GET',
        accountEndpoint(account, `overview?${new URLSearchParams({ start, end }).toString()}`),
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
