import type en from '../../../server/src/messages/catalogues/en.json';
import { troubleReasons } from '../../../server/src/sources/trouble-reasons.js';

/** Messages of certificates, badges, methodologies and mails that the dashboard uses as well. */
export const sharedMessageKeys = [
  'certificate.trees',
  'certificate.pages',
  'certificate.downloadPdf',
  'certificate.share',
  'badge.label',
  'badge.trees',
  'claims.note',
  'methodology.name',
  'methodology.version',
  'methodology.source',
  'methodology.uncertainty',
  'methodology.notStated',
  'methodology.earlier',
  'mail.feedServer',
  ...troubleReasons.map((reason) => `mail.reason.${reason}` as const),
] as const satisfies readonly (keyof typeof en)[];
