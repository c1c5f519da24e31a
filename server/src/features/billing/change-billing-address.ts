import type { AccountId } from '../accounts/account.js';
import { lockAccount } from '../accounts/account-store.js';
import { recordDifference } from '../audit/audit-store.js';
import { auditedFields } from '../audit/audited-fields.js';
import type { Context } from '../../database/context.js';
import { inTransaction } from '../../database/in-transaction.js';
import { invalid } from '../../platform/errors.js';
import { billingAddress, saveBillingAddress, type BillingAddress } from './billing-address-store.js';

const facts = auditedFields('name', 'address', 'taxId', 'reference');

export const maxAddressLines = 6;
const maxLineLength = 100;

/** Invoices that exist keep the address they were issued with. */
export const changeBillingAddress = (
  context: Context,
  account: AccountId,
  wanted: BillingAddress,
): Promise<BillingAddress> =>
  inTransaction(context, async (tx) => {
    requirePrintable(wanted.address ?? '');
    // The address may not have a row to lock yet; the account always has one.
    await lockAccount(tx.db, account);
    const kept = await billingAddress(tx.db, account);
    await saveBillingAddress(tx.db, account, wanted);
    await recordDifference(tx, account, {
      action: 'billing_address.update',
      subjectId: account,
      before: facts(kept),
      after: facts(wanted),
    });
    return wanted;
  });

/** More would not fit where an invoice has its address. */
function requirePrintable(address: string): void {
  const lines = address.split('\n');
  if (lines.length > maxAddressLines)
    throw invalid(`address must have at most ${maxAddressLines} lines`, {
      code: 'too-many-entries',
      field: 'address',
      params: { max: maxAddressLines },
    });
  if (lines.some((line) => line.length > maxLineLength))
    throw invalid(`each line of address must have at most ${maxLineLength} characters`, {
      code: 'too-long',
      field: 'address',
      params: { max: maxLineLength },
    });
}
