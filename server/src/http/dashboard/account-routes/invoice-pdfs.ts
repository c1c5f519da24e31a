import { Type } from '@sinclair/typebox';
import {
  creditNoteFacts,
  invoiceFacts,
  type DocumentFacts,
} from '../../../features/billing/document-facts.js';
import { locales } from '../../../messages/locales.js';
import { missing } from '../../../platform/errors.js';
import { isUuid } from '../../../platform/ids.js';
import { OneOf } from '../../../wire/fields.js';
import { renderDocumentInThread } from '../../pages/invoice-pdf/render-document-in-thread.js';
import { download, pdfsPerMinute, type DownloadRoute } from '../dashboard-route.js';

type FactsOf = typeof invoiceFacts;

const pdf = (path: string, operation: string, what: string, factsOf: FactsOf): DownloadRoute =>
  download({
    operation,
    path,
    summary: `The ${what} as PDF`,
    perMinute: pdfsPerMinute,
    query: Type.Object({ locale: OneOf(locales) }),
    open: async ({ context, caller, account, id, query }) => {
      const facts = isUuid(id) ? await factsOf(context, account.id, id) : undefined;
      if (!facts) throw missing(`There is no such ${what}`);
      return {
        name: nameOf(facts),
        type: 'application/pdf',
        parts: [await renderDocumentInThread(context.threads, facts, query.locale, caller.id)],
      };
    },
  });

const nameOf = ({ number }: DocumentFacts): string => `${number}.pdf`;

export const invoicePdfRoutes = [
  pdf('/invoices/:id/pdf', 'getInvoicePdf', 'invoice', invoiceFacts),
  pdf('/credit-notes/:id/pdf', 'getCreditNotePdf', 'credit note', creditNoteFacts),
];
