import type { Page } from '@regrove/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const pageSize = 24;

/** A list of the SDK, or of `appList`. */
interface Paged<T> {
  page(next?: string): Promise<Page<T>>;
}

/** A list of the server, page by page as the reader asks for more. */
export function usePagedList<T>(
  queryKey: readonly unknown[],
  list: (options: { pageSize: number }) => Paged<T>,
  size = pageSize,
  /** What was shown under another key stays until the answer is there: for lists that are being searched. */
  keepsShown = false,
) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => list({ pageSize: size }).page(pageParam),
    getNextPageParam: ({ next }) => next,
    ...(keepsShown && { placeholderData: keepPreviousData }),
    // To ask again for the first page only would tear the list: it is asked for anew when something changes.
    refetchOnWindowFocus: false,
  });
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) };
}
