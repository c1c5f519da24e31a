import { expectTypeOf, it } from 'vitest';
import type { Context, TransactionContext } from '../../src/database/context.js';
import type { Database, Pool, Transaction } from '../../src/database/database.js';
import type { inTransaction } from '../../src/database/in-transaction.js';
import type { enqueue } from '../../src/database/job-store.js';
import type { lockAccount } from '../../src/features/accounts/account-store.js';
import type { recordChange } from '../../src/features/audit/audit-store.js';
import type { lockMonths } from '../../src/features/closing/month-end-store.js';
import type { findFeed } from '../../src/features/feeds/feed-store.js';
import type { enqueueMails } from '../../src/features/mail/enqueue-mails.js';

// These lines are checked by the compiler; they do nothing at run time.
it('The compiler requires a transaction where one is needed', () => {
  expectTypeOf<Database>().not.toExtend<Transaction>();
  expectTypeOf<Pool>().not.toExtend<Transaction>();
  expectTypeOf<Context>().not.toExtend<TransactionContext>();

  expectTypeOf<typeof enqueue>().parameter(0).toEqualTypeOf<Transaction>();
  expectTypeOf<typeof lockAccount>().parameter(0).toEqualTypeOf<Transaction>();
  expectTypeOf<typeof lockMonths>().parameter(0).toEqualTypeOf<Transaction>();
  expectTypeOf<typeof recordChange>().parameter(0).toHaveProperty('db').toEqualTypeOf<Transaction>();
  expectTypeOf<typeof enqueueMails>().parameter(0).toEqualTypeOf<TransactionContext>();
});

it('The compiler accepts a transaction for reads, as any database', () => {
  expectTypeOf<Transaction>().toExtend<Database>();
  expectTypeOf<TransactionContext>().toExtend<Context>();
  expectTypeOf<Transaction>().toExtend<Parameters<typeof findFeed>[0]>();
});

it('According to the compiler, a transaction provides one to its callback, and a read-only snapshot does not', () => {
  expectTypeOf<Parameters<Parameters<Database['transaction']>[0]>[0]>().toEqualTypeOf<Transaction>();
  expectTypeOf<Parameters<Parameters<typeof inTransaction>[1]>[0]>().toEqualTypeOf<TransactionContext>();
  expectTypeOf<Parameters<Parameters<Pool['snapshot']>[0]>[0]>().toEqualTypeOf<Database>();
});

it('The compiler refuses a handmade transaction', () => {
  const pretend = (db: Database): Transaction =>
    // @ts-expect-error -- its mark is known to the database module alone
    ({ ...db, transactional: true });
  expectTypeOf(pretend).returns.toEqualTypeOf<Transaction>();
});
