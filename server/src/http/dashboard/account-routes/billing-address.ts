import type { Static } from '@sinclair/typebox';
import {
  billingAddress,
  type BillingAddress as Row,
} from '../../../features/billing/billing-address-store.js';
import { changeBillingAddress } from '../../../features/billing/change-billing-address.js';
import { BillingAddress } from '../../../wire/dashboard/invoice.js';
import { route } from '../../route.js';

export const billingAddressRoutes = [
  route({
    operation: 'getBillingAddress',
    method: 'GET',
    path: '/billing-address',
    summary: 'What new invoices of the account are addressed to',
    reply: BillingAddress,
    handle: async ({ context, account }) => present(await billingAddress(context.db, account.id)),
  }),
  route({
    operation: 'changeBillingAddress',
    method: 'PUT',
    path: '/billing-address',
    summary: 'Replace what new invoices of the account are addressed to',
    body: BillingAddress,
    reply: BillingAddress,
    handle: async ({ context, account, body }) => {
      const address = body.address?.replace(/\r\n?/g, '\n').trim();
      const wanted = {
        name: body.name ?? null,
        address: address === undefined || address === '' ? null : address,
        taxId: body.tax_id ?? null,
        reference: body.reference ?? null,
      };
      return present(await changeBillingAddress(context, account.id, wanted));
    },
  }),
];

const present = ({ name, address, taxId, reference }: Row): Static<typeof BillingAddress> => ({
  name,
  address,
  tax_id: taxId,
  reference,
});
