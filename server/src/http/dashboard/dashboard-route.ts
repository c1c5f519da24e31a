import type { Static, TSchema } from '@sinclair/typebox';
import type { Call, ListRoute, Route } from '../route.js';

/** Documents per account and kind. One takes longer than most other requests. */
export const pdfsPerMinute = 60;

/** A download of any length, streamed. */
export interface DownloadRoute {
  readonly operation: string;
  readonly method: 'GET';
  readonly path: string;
  readonly summary: string;
  readonly query: TSchema;
  /** Limits how many an account can have made per minute. */
  readonly perMinute?: number;
  readonly open: (call: Call<undefined, unknown>) => Download | Promise<Download>;
}

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly parts: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>;
}

export type DashboardRoute = Route | ListRoute | DownloadRoute;

/** Types the query by its schema. */
export const download = <Q extends TSchema>(
  declared: Omit<DownloadRoute, 'method' | 'open' | 'query'> & {
    query: Q;
    open: (call: Call<undefined, Static<Q>>) => Download | Promise<Download>;
  },
): DownloadRoute => ({ method: 'GET', ...declared });
