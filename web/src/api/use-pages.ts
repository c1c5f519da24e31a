import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const pageSize = 24;

interface Page<T> {
  readonly items: readonly T[];
  /** Asks for the page after this one. */
  readonly rest: AsyncGenerator<T[], void, undefined>;
}

/** A list of the SDK, or of `appList`. */
interface Paged<T> {
  pages(): AsyncGenerator<T[], void, undefined>;
}

/** A list of the server, page by page as the reader asks for more. */
export function usePages<T>(
  queryKey: readonly unknown[],
  list: (options: { pageSize: number }) => Paged<T>,
  size = pageSize,
  /** What was shown under another key stays until the answer is there: for lists that are being searched. */
  keepsShown = false,
) {
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: undefined as Page<T>['rest'] | undefined,
    queryFn: async ({ pageParam }): Promise<Page<T>> => {
      const rest = pageParam ?? list({ pageSize: size }).pages();
      const { value } = await rest.next();
      return { items: value ?? [], rest };
    },
    getNextPageParam: ({ items, rest }) => (items.length < size ? undefined : rest),
    structuralSharing: false,
    ...(keepsShown && { placeholderData: keepPreviousData }),
    // To ask again for the first page only would tear the list: it is asked for anew when something changes.
    refetchOnWindowFocus: false,
  });
  return { ...query, items: query.data?.pages.flatMap(({ items }) => items) };
}
