import { Type } from '@sinclair/typebox';
import { newestCreditNotes } from '../../../features/billing/credit-note-store.js';
import { CreditNote, presentCreditNote } from '../../../wire/dashboard/invoice.js';
import { Id } from '../../../wire/fields.js';
import { list } from '../../route.js';
import { cursorNumber } from '../cursor-number.js';

export const listedCreditNotes = list({
  operation: 'listCreditNotes',
  path: '/credit-notes',
  summary: 'Credit notes, newest first; all, or those of an invoice',
  query: Type.Object({ invoice_id: Type.Optional(Id) }),
  item: CreditNote,
  // By number, which the cursor has as text.
  sortedBy: 'name',
  page: ({ context, account, query }, { after, limit }) =>
    newestCreditNotes(context.db, account.id, query.invoice_id, {
      below: cursorNumber(after, Number.MAX_SAFE_INTEGER),
      limit,
    }),
  keyOf: ({ number, id }) => ({ sort: String(number), id }),
  present: (note, { context }) => presentCreditNote(note, context),
});
