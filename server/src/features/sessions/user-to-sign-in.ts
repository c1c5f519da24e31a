import type { UserOfAccount } from '../users/user-store.js';

/** In the address of a screen. */
const accountInScreen = /^\/accounts\/([\da-f-]{36})(?![\w-])/;

/**
 * Which of the accounts of a person to sign in to: the one whose screen they want to see, or else the preferred one, or else
 * the first. They can switch to the others afterwards.
 */
export function userToSignIn(
  users: readonly UserOfAccount[],
  { next, preferredId }: { readonly next?: string | undefined; readonly preferredId?: string },
): UserOfAccount | undefined {
  const [, wanted] = accountInScreen.exec(next ?? '') ?? [];
  return (
    users.find(({ accountId }) => accountId === wanted) ??
    users.find(({ id }) => id === preferredId) ??
    users[0]
  );
}
