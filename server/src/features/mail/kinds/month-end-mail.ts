import { certificatePdfUrl, certificateUrl } from '../../../messages/links.js';
import { whole } from '../../../platform/decimals.js';
import type { Part } from '../mail-content.js';
import type { CertificateFacts } from '../mail.js';
import { methodologyLine } from '../methodology-line.js';
import { note, paragraph, type FactsOf, type MailBody, type MailBodyContext } from './mail-body.js';
import { plantedNotes } from './planted-notes.js';
import { projectInBody } from './project-in-body.js';

export function monthEnd(
  { month: day, pages, trees, certificates, planted, methodology, checkpoint }: FactsOf<'month-end'>,
  { i18n, account, baseUrl }: MailBodyContext,
): MailBody {
  const { t } = i18n;
  const month = i18n.month(new Date(day));
  const total = (sum: Pick<CertificateFacts, 'pages' | 'trees'>): string =>
    t('mail.monthEnd.total', { pages: whole(String(sum.pages)), trees: sum.trees });
  const entry = (certificate: CertificateFacts): Part => ({
    is: 'entry',
    title: projectInBody(certificate, i18n),
    // With a single certificate, this would repeat the total.
    ...(certificates.length > 1 && { detail: total(certificate) }),
    links: [
      { label: t('mail.monthEnd.view'), url: certificateUrl(baseUrl, certificate.id) },
      { label: t('mail.monthEnd.pdf'), url: certificatePdfUrl(baseUrl, certificate.id) },
    ],
  });
  return {
    subject: t('mail.monthEnd.subject', { month }),
    parts: [
      paragraph(t('mail.monthEnd.intro', { account, month })),
      { is: 'figure', text: total({ pages, trees }) },
      note(t('claims.note')),
      ...plantedNotes(planted, account, i18n),
      ...(methodology ? [note(methodologyLine(methodology, i18n))] : []),
      { is: 'heading', text: t('mail.monthEnd.certificates') },
      ...certificates.map(entry),
      ...(checkpoint === undefined
        ? []
        : [
            { is: 'heading', text: t('log.checkpoint') } as const,
            note(t('mail.monthEnd.checkpoint')),
            { is: 'verbatim', text: checkpoint.trimEnd() } as const,
          ]),
    ],
  };
}
