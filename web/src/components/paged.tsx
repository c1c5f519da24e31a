import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { MorePages, type Begun } from './more-pages.js';
import { Card } from './card.js';

interface PagedProps<T> {
  readonly pages: Begun & {
    readonly items: readonly T[] | undefined;
    readonly refetch: () => unknown;
  };
  /** Where there are none. */
  readonly empty: ReactNode;
  readonly children: (items: readonly T[]) => ReactNode;
  /** Without a card of its own: it is inside one already, or its rows are cards. */
  readonly isBare?: boolean;
}

/** A list in a card, page by page. */
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
  return isBare ? list : <Card>{list}</Card>;
}
