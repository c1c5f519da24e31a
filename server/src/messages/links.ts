// Where people find things: addresses that stand in answers and mails. `baseUrl` has no slash at its end.

export const certificateUrl = (baseUrl: string, id: string): string => `${baseUrl}/certificates/${id}`;

export const certificatePdfUrl = (baseUrl: string, id: string): string =>
  `${certificateUrl(baseUrl, id)}.pdf`;

export const badgeUrl = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${accountId}/badge.svg`;

export const signInUrl = (baseUrl: string, token: string): string => `${baseUrl}/sign-in/${token}`;

export const feedUrl = (baseUrl: string, id: string): string => `${baseUrl}/feeds/${id}`;

export const monthsUrl = (baseUrl: string): string => `${baseUrl}/operator/months`;
