import { newestCreditNotesOfAll } from '../../../features/billing/credit-note-store.js';
import { CreditNoteOfAccount, presentCreditNoteOfAccount } from '../../../wire/dashboard/invoice.js';
import { list } from '../../route.js';
import { cursorNumber } from '../cursor-number.js';

export const listedCreditNotes = list({
  operation: 'listAllCreditNotes',
  path: '/credit-notes',
  summary: 'Credit notes of all accounts, from the highest number down',
  item: CreditNoteOfAccount,
  // By number, which the cursor has as text.
  sortedBy: 'name',
  page: ({ context }, { after, limit }) =>
    newestCreditNotesOfAll(context.db, { below: cursorNumber(after, Number.MAX_SAFE_INTEGER), limit }),
  keyOf: ({ number, id }) => ({ sort: String(number), id }),
  present: (note, { context }) => presentCreditNoteOfAccount(note, context),
});
