import type en from '../../../server/src/messages/catalogues/en.json';
import { troubleReasons } from '../../../printers/src/trouble-reasons.js';

/** Messages of certificates, badges, methodologies, reports and mails that the dashboard uses as well. */
export const sharedMessageKeys = [
  'certificate.trees',
  'certificate.pages',
  'certificate.downloadPdf',
  'certificate.share',
  'badge.label',
  'badge.trees',
  'carbonCertificate.limits',
  'claims.note',
  'methodology.name',
  'methodology.version',
  'methodology.source',
  'methodology.uncertainty',
  'methodology.notStated',
  'methodology.earlier',
  'report.paperByMonth',
  'report.trees',
  'report.credits',
  'report.figure',
  'report.ofRemoval',
  'report.ofAvoidance',
  'report.euShare',
  'report.adjustedShare',
  'report.retiredShort',
  'report.plannedShort',
  'mail.feedServer',
  ...troubleReasons.map((reason) => `mail.reason.${reason}` as const),
] as const satisfies readonly (keyof typeof en)[];
