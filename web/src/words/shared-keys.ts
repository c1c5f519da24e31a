/** What certificates and badges say, and the app says in the same words. */
export const sharedKeys = [
  'certificate.trees',
  'certificate.pages',
  'certificate.downloadPdf',
  'badge.label',
] as const;
