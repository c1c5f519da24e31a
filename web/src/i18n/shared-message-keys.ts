import type en from '../../../server/src/messages/catalogues/en.json';
import { troubleReasons } from '../../../server/src/sources/trouble-reasons.js';

/** What certificates, badges and mails say, and the app says in the same words. */
export const sharedMessageKeys = [
  'certificate.trees',
  'certificate.pages',
  'certificate.downloadPdf',
  'badge.label',
  'mail.feedServer',
  ...troubleReasons.map((reason) => `mail.reason.${reason}` as const),
] as const satisfies readonly (keyof typeof en)[];
