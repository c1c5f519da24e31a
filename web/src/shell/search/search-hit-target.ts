import { screenPath } from '../../api/scope.js';
import type { SearchHit } from '../../api/wire.js';
import { certificatePath } from '../../screens/offsets/certificate-path.js';

/** Where a hit is shown. The page of a certificate is not part of the dashboard. */
export function searchHitTarget(
  { kind, id, account_id: account }: SearchHit,
  locale: string,
): { readonly path: string; readonly isPublic: boolean } {
  switch (kind) {
    case 'account':
      return { path: screenPath(id), isPublic: false };
    case 'certificate':
      return { path: certificatePath(id, locale), isPublic: true };
    case 'order':
    case 'quote':
    case 'invoice':
    case 'feed':
      return { path: screenPath(account, `${kind}s/${id}`), isPublic: false };
  }
}
