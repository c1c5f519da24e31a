import { NotFoundError } from '@regrove/sdk';
import type { ReactNode } from 'react';
import { AppError } from '../api/app-request.js';
import { LoadError } from './load-error.js';
import { NotFound } from './not-found.js';
import { ScreenSkeleton } from './screen-skeleton.js';

interface QueryBoundaryProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** Shows the skeleton, the error or "not found" until the query has data. */
export function QueryBoundary<T>({
  query: { data, error, refetch },
  children,
}: QueryBoundaryProps<T>): ReactNode {
  if (error instanceof NotFoundError || (error instanceof AppError && error.status === 404))
    return <NotFound />;
  if (data !== undefined) return children(data);
  if (error) return <LoadError error={error} retry={refetch} order={1} />;
  return <ScreenSkeleton />;
}
