// Where people find things: addresses that stand in answers and mails. `baseUrl` has no slash at its end.

export const certificateUrl = (baseUrl: string, id: string): string => `${baseUrl}/certificates/${id}`;

export const certificatePdfUrl = (baseUrl: string, id: string): string =>
  `${certificateUrl(baseUrl, id)}.pdf`;

export const badgeUrl = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${accountId}/badge.svg`;

/** `next`: the screen that was asked for before signing in. */
export const signInUrl = (baseUrl: string, token: string, next?: string): string =>
  `${baseUrl}/sign-in/${token}${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`;

/**
 * The address of a screen of the dashboard: a path of ours and nothing else. Whoever asks for a link chooses it, and others
 * are sent to it, so it has no room for other hosts, nor for text that would read as a message in a mail.
 */
const screenAddress = /^\/(accounts|feeds|operator)(\/[\w-]+)*(\?[\w=&%.+*~-]*)?(#[\w-]*)?$/;
const maxScreenAddress = 500;

export const isScreenAddress = (text: string): boolean =>
  text.length <= maxScreenAddress && screenAddress.test(text);

export const feedUrl = (baseUrl: string, id: string): string => `${baseUrl}/feeds/${id}`;

export const monthsUrl = (baseUrl: string): string => `${baseUrl}/operator/months`;
