import { adapters, revisionNames } from '../../wire/revisions/index.js';
import type { RequestRevision } from './request-state.js';
import { HttpError } from './http-error.js';

/** The revision in the header, otherwise the one that the key is pinned to. */
export function requestedRevision(header: string | string[] | undefined, pinned: string): RequestRevision {
  const name = String(header ?? pinned);
  const adapter = adapters.get(name);
  if (!adapter) throw new HttpError(400, `API-Revision must be one of ${revisionNames.join(', ')}`);
  return { name, ...adapter };
}
