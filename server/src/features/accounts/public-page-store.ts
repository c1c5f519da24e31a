import type { Locale } from '../../messages/locales.js';
import type { Database, Transaction } from '../../database/database.js';
import { crossAccountStatement, statement } from '../../database/statement.js';
import type { AccountId } from './account.js';

/** The settings of an account's public page. */
export interface PublicPageSettings {
  /** The end of its address. Null: none has been chosen yet. */
  readonly slug: string | null;
  readonly enabled: boolean;
  /** Whether the figures include accounts below. */
  readonly includeDescendants: boolean;
}

const select = statement<PublicPageSettings>(
  'select slug, enabled, include_descendants from public_pages where id = $1',
);

export const publicPageSettings = async (db: Database, account: AccountId): Promise<PublicPageSettings> =>
  (await db.first(select, [account])) ?? { slug: null, enabled: false, includeDescendants: false };

const upsert = statement(`
  insert into public_pages (id, slug, enabled, include_descendants) values ($1, $2, $3, $4)
  on conflict (id) do update
    set slug = excluded.slug, enabled = excluded.enabled, include_descendants = excluded.include_descendants`);

export async function savePublicPageSettings(
  db: Transaction,
  account: AccountId,
  { slug, enabled, includeDescendants }: PublicPageSettings & { readonly slug: string },
): Promise<void> {
  await db.rows(upsert, [account, slug, enabled, includeDescendants]);
}

const selectOwner = statement<{ id: AccountId }>('select id from public_pages where slug = $1');

/** Whether the page is on or off. */
export const findAccountOfSlug = async (db: Database, slug: string): Promise<AccountId | undefined> =>
  (await db.first(selectOwner, [slug]))?.id;

/** The account of a public page, as anyone may see it. */
export interface PublicPage {
  readonly accountId: AccountId;
  readonly name: string;
  /** If the reader requests none. */
  readonly locale: Locale;
  readonly slug: string;
  readonly includeDescendants: boolean;
}

const selectBySlug = crossAccountStatement<PublicPage>(
  'a public page has only its slug, and anyone may see it',
  `select accounts.id as account_id, display_name as name, locale, slug, include_descendants
   from public_pages join accounts on accounts.id = public_pages.id
   where slug = $1 and enabled`,
);

/** One lookup whether the page is off or the slug unknown: nobody can tell which. */
export const findPublicPage = (db: Database, slug: string): Promise<PublicPage | undefined> =>
  db.first(selectBySlug, [slug]);
