import type { World } from './world.js';

/** The mails about feeds in order, as kind and reason: those of one account, or all. */
export async function feedMails({ server }: World, accountId?: string): Promise<[string, string | null][]> {
  const mails = await server.sql<{ kind: string; reason: string | null }>(
    `select kind, facts->>'reason' as reason from mails
     where kind like 'feed%' and ($1::uuid is null or account_id = $1) order by created_at, id`,
    [accountId ?? null],
  );
  return mails.map(({ kind, reason }) => [kind, reason]);
}
