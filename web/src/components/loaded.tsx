import { NotFoundError } from '@regrove/sdk';
import type { ReactNode } from 'react';
import { AppError } from '../api/ask-app.js';
import { Failure } from './failure.js';
import { NotFound } from './not-found.js';
import { ScreenSkeleton } from './screen-skeleton.js';

interface LoadedProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly children: (data: T) => ReactNode;
}

/** A screen about one thing, once that is there. */
export function Loaded<T>({ query: { data, error, refetch }, children }: LoadedProps<T>): ReactNode {
  if (error instanceof NotFoundError || (error instanceof AppError && error.status === 404))
    return <NotFound />;
  if (data !== undefined) return children(data);
  if (error) return <Failure error={error} retry={refetch} order={1} />;
  return <ScreenSkeleton />;
}
