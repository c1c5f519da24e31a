import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadError } from './load-error.js';
import { LoadNextPage, type PagedQuery } from './load-next-page.js';
import { Card } from './card.js';

interface PagedListProps<T> {
  readonly pages: PagedQuery & {
    readonly items: readonly T[] | undefined;
    readonly refetch: () => unknown;
  };
  /** Shown if the list has no items. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
  /** Without a card of its own: it is inside one already, or its rows are cards. */
  readonly isBare?: boolean;
}

/** A list in a card, page by page. */
export function PagedList<T>({ pages, empty, children, isBare = false }: PagedListProps<T>): ReactNode {
  const { items, error, refetch } = pages;
  if (error && !items) return <LoadError error={error} retry={refetch} />;
  if (!items) return <Skeleton height="20rem" radius="lg" />;
  if (items.length === 0) return empty;
  const list = (
    <>
      {children(items)}
      <LoadNextPage pages={pages} />
    </>
  );
  return isBare ? list : <Card>{list}</Card>;
}
