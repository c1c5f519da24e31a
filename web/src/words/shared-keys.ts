/** What certificates, badges and mails say, and the app says in the same words. */
export const sharedKeys = [
  'certificate.trees',
  'certificate.pages',
  'certificate.downloadPdf',
  'badge.label',
  'mail.reason.login',
  'mail.reason.noAnswer',
  'mail.reason.noDevice',
  'mail.reason.noReading',
  'mail.reason.other',
  'mail.reason.server',
  'mail.reason.silence',
] as const;
