import type { VisitResponse, Visitor } from './visitor.js';

/** Sends a file of deposits as the dashboard does. `path`: empty, or `/preview`. */
export const sendDepositFile = (
  visitor: Visitor,
  { id }: { readonly id: string },
  path: string,
  body: object,
  key?: string,
): Promise<VisitResponse> =>
  visitor.visit('POST', `/app/accounts/${id}/deposit-imports${path}`, {
    body,
    headers: { 'x-regrove-app': '1', ...(key !== undefined && { 'idempotency-key': key }) },
  });
