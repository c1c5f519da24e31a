import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey } from '../../api/scope.js';
import type { SearchHit } from '../../api/wire.js';
import { useSession } from '../../session/use-session.js';

const debounceMs = 200;
const minLength = 2;

/** Hits in the user's account and those below it, or in all for operators. Undefined while there is nothing to search for. */
export function useSearchHits(text: string, at: string) {
  const { account, user } = useSession();
  const [settled] = useDebouncedValue(text.trim(), debounceMs);
  const isEnough = text.trim().length >= minLength;
  const query = useQuery({
    queryKey: accountKey(account.id, 'find', settled, at),
    enabled: isEnough && settled.length >= minLength,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({ q: settled, at }).toString();
      const path = user.is_operator ? 'operator/find' : accountEndpoint(account, 'find');
      return appRequest<SearchHit[]>('GET', `${path}?${parameters}`, { signal });
    },
  });
  return { ...query, hits: isEnough ? query.data : undefined, settled };
}
