// URLs in responses and mails. `baseUrl` has no trailing slash.

/** The pages of a sandbox are below this. */
export const sandboxUrl = (baseUrl: string, id: string): string => `${baseUrl}/sandbox/${id}`;

export const certificateUrl = (baseUrl: string, id: string): string => `${baseUrl}/certificates/${id}`;

export const certificatePdfUrl = (baseUrl: string, id: string): string =>
  `${certificateUrl(baseUrl, id)}.pdf`;

/** `id`: of the carbon offset. */
export const carbonCertificateUrl = (baseUrl: string, id: string): string =>
  `${baseUrl}/carbon-certificates/${id}`;

/** What proves that it is in the transparency log. `url`: that of the certificate. */
export const certificateProofUrl = (url: string): string => `${url}.tlog-proof`;

export const logUrl = (baseUrl: string): string => `${baseUrl}/log`;

export const impactUrl = (baseUrl: string, slug: string): string => `${baseUrl}/impact/${slug}`;

/** The public page of a forestry project. */
export const projectUrl = (baseUrl: string, id: string): string => `${baseUrl}/projects/${id}`;

export const badgeUrl = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${accountId}/badge.svg`;

/** `next`: the screen to open after signing in. */
export const signInUrl = (baseUrl: string, token: string, next?: string): string =>
  `${baseUrl}/sign-in/${token}${next === undefined ? '' : `?next=${encodeURIComponent(next)}`}`;

/**
 * Whether this is the path of a dashboard screen, live or in a sandbox. Anyone can request a link with it for another person, so it must not lead
 * to another host, or contain text that reads like a message in the mail.
 */
const screenAddress =
  /^(\/sandbox\/[\da-f-]{36})?\/(accounts|feeds|operator)(\/[\w-]+)*(\?[\w=&%.+*~-]*)?(#[\w-]*)?$/;
const maxScreenAddress = 500;

export const isScreenAddress = (text: string): boolean =>
  text.length <= maxScreenAddress && screenAddress.test(text);

export const feedUrl = (baseUrl: string, id: string): string => `${baseUrl}/feeds/${id}`;

/** The screen of a quote in the dashboard. */
export const quoteScreenUrl = (baseUrl: string, accountId: string, quoteId: string): string =>
  `${baseUrl}/accounts/${accountId}/quotes/${quoteId}`;

/** The page on which a customer accepts a quote. */
export const offerUrl = (baseUrl: string, token: string): string => `${baseUrl}/quotes/${token}`;
export const mailChoiceUrl = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${accountId}/notifications`;

export const dashboardUrl = (baseUrl: string): string => `${baseUrl}/`;

export const invoiceUrl = (baseUrl: string, accountId: string, id: string): string =>
  `${baseUrl}/accounts/${accountId}/invoices/${id}`;

/** The screen of an account's webhook endpoints. */
export const webhooksUrl = (baseUrl: string, accountId: string): string =>
  `${baseUrl}/accounts/${accountId}/webhooks`;

export const monthsUrl = (baseUrl: string): string => `${baseUrl}/operator/months`;
