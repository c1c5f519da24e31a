import type { Page } from '@regrove/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const pageSize = 24;

/** A list of the SDK, or from `appList`. */
interface Paged<T> {
  page(next?: string): Promise<Page<T>>;
}

export function usePagedList<T>(
  queryKey: readonly unknown[],
  list: (options: { pageSize: number }) => Paged<T>,
  size = pageSize,
  /** Keeps the rows of the previous key visible while the next ones load: for search. */
  keepsShown = false,
) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => list({ pageSize: size }).page(pageParam),
    getNextPageParam: ({ next }) => next,
    ...(keepsShown && { placeholderData: keepPreviousData }),
    // Refetching many pages is costly; mutations invalidate the list.
    refetchOnWindowFocus: false,
  });
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) };
}
