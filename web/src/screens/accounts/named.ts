import type { Account } from '@regrove/sdk';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether an account goes by that, in whatever case and with or without accents. */
export function named(search: string): (account: Account) => boolean {
  const sought = plain(search.trim());
  return ({ name, display_name: shown, external_id: id }) =>
    [name, shown, id ?? ''].some((text) => plain(text).includes(sought));
}
