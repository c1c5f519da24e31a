import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { MorePages, type Begun } from './more-pages.js';
import { Sheet } from './sheet.js';

interface PagedProps<T> {
  readonly pages: Begun & {
    readonly items: readonly T[] | undefined;
    readonly refetch: () => unknown;
  };
  /** Where there are none. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
  /** On a sheet already, or made of sheets itself. */
  readonly isBare?: boolean;
}

/** A list, page by page, on a sheet. */
export function Paged<T>({ pages, empty, children, isBare = false }: PagedProps<T>): ReactNode {
  const { items, error, refetch } = pages;
  if (error && !items) return <Failure error={error} retry={refetch} />;
  if (!items) return <Skeleton height="20rem" radius="lg" />;
  if (items.length === 0) return empty;
  const list = (
    <>
      {children(items)}
      <MorePages pages={pages} />
    </>
  );
  return isBare ? list : <Sheet>{list}</Sheet>;
}
