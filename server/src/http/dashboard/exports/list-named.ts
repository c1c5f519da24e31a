import type { ListRoute } from '../../route.js';

/** The list with this operation id. Throws at the start if there is none. */
export function listNamed(routes: readonly { readonly operation: string }[], operation: string): ListRoute {
  const found = routes.find((route) => route.operation === operation);
  if (!found || !('page' in found)) throw new Error(`There is no list ${operation}`);
  return found as ListRoute;
}
