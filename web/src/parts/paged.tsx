import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { More } from './more.js';
import { Sheet } from './sheet.js';

interface PagedProps<T> {
  /** From `usePages`. */
  readonly pages: {
    readonly items: readonly T[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Where there are none. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
  /** On a sheet already, or made of sheets itself. */
  readonly isBare?: boolean;
}

/** A list, page by page, on a sheet. */
export function Paged<T>({ pages, empty, children, isBare = false }: PagedProps<T>): ReactNode {
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  if (error && !items) return <Failure error={error} retry={refetch} />;
  if (!items) return <Skeleton height="20rem" radius="lg" />;
  if (items.length === 0) return empty;
  const list = (
    <>
      {children(items)}
      <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
    </>
  );
  return isBare ? list : <Sheet>{list}</Sheet>;
}
