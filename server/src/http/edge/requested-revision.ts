import { revisions, type Revision } from '../../keys/revision.js';
import { HttpError } from './status.js';

/** The revision of one request: what its header asks for, else what its key is pinned to. */
export function requestedRevision(header: string | string[] | undefined, pinned: string): Revision {
  const wanted = header ?? pinned;
  const known = revisions.find((revision) => revision === wanted);
  if (!known) throw new HttpError(400, `API-Revision must be one of ${revisions.join(', ')}`);
  return known;
}
