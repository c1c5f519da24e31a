import { LoadMore } from './load-more.js';

/** A list that was begun; from `usePagedList`. */
export interface PagedQuery {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: false }) => unknown;
}

/** Asks for the next page of a list; where that fails, says so and asks again when told to. */
export function LoadNextPage({ pages }: { readonly pages: PagedQuery }) {
  return (
    <LoadMore
      hasMore={pages.hasNextPage}
      isBusy={pages.isFetchingNextPage}
      error={pages.isFetchNextPageError ? pages.error : undefined}
      onMore={() => pages.fetchNextPage({ cancelRefetch: false })}
    />
  );
}
