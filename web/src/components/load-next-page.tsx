import { LoadMore } from './load-more.js';

/** Returned by `usePagedList`. */
export interface PagedQuery {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: (options: { cancelRefetch: false }) => unknown;
}

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
