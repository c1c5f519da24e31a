import { publicSettings } from '../../../features/accounts/public-settings-store.js';
import { negotiateLocale, type Locale } from '../../../messages/locales.js';
import type { Call } from '../../route.js';

/** The language that the query names, or that the reader prefers, or that of the account's certificates. */
export const reportLocale = async ({
  context,
  account,
  acceptLanguage,
  query,
}: Pick<
  Call<unknown, { readonly locale?: string }>,
  'context' | 'account' | 'acceptLanguage' | 'query'
>): Promise<Locale> =>
  negotiateLocale(query.locale, acceptLanguage, (await publicSettings(context.db, account.id)).locale);
