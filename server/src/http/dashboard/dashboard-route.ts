import type { Static, TSchema } from '@sinclair/typebox';
import type { Call, ListRoute, Route } from '../route.js';

/** A file of any length for people to keep, sent while it is read. */
export interface DownloadRoute {
  readonly operation: string;
  readonly method: 'GET';
  readonly path: string;
  readonly summary: string;
  readonly query: TSchema;
  readonly open: (call: Call<undefined, unknown>) => Download;
}

export interface Download {
  readonly name: string;
  readonly type: string;
  readonly texts: AsyncIterable<string>;
}

/** What the dashboard may ask for: an answer, a list or a file. */
export type DashboardRoute = Route | ListRoute | DownloadRoute;

/** Declares a file; its query is typed by its schema. */
export const download = <Q extends TSchema>(
  declared: Omit<DownloadRoute, 'method' | 'open' | 'query'> & {
    query: Q;
    open: (call: Call<undefined, Static<Q>>) => Download;
  },
): DownloadRoute => ({ method: 'GET', ...declared });
