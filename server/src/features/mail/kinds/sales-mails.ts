import type { I18n } from '../../../messages/i18n.js';
import { certificateUrl, invoiceUrl, quoteScreenUrl } from '../../../messages/links.js';
import type { Decimal } from '../../../platform/decimals.js';
import { methodologyLine } from '../methodology-line.js';
import { nameInBody } from '../tenant-name.js';
import { action, note, paragraph, type FactsOf, type MailBody, type MailBodyContext } from './mail-body.js';
import { plantedNotes } from './planted-notes.js';
import { projectInBody } from './project-in-body.js';

const money = ({ number }: I18n, amount: Decimal, currency: string): string =>
  number(amount, { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function invoice(facts: FactsOf<'invoice'>, { i18n, account, baseUrl }: MailBodyContext): MailBody {
  const { t } = i18n;
  const month = i18n.month(new Date(facts.month));
  const total = money(i18n, facts.total, facts.currency);
  return {
    subject: t('mail.invoice.subject', { number: facts.number, month }),
    parts: [
      paragraph(t('mail.invoice.intro', { account, month })),
      { is: 'figure', text: t('mail.invoice.total', { total, date: i18n.date(new Date(facts.dueOn)) }) },
      action(i18n, t('mail.invoice.action'), invoiceUrl(baseUrl, facts.accountId, facts.invoiceId)),
    ],
  };
}

export function creditNote(
  facts: FactsOf<'credit-note'>,
  { i18n, account, baseUrl }: MailBodyContext,
): MailBody {
  const { t } = i18n;
  const { number, invoice: invoiceNumber } = facts;
  return {
    subject: t('mail.creditNote.subject', { number, invoice: invoiceNumber }),
    parts: [
      paragraph(t('mail.creditNote.intro', { account, invoice: invoiceNumber })),
      { is: 'figure', text: money(i18n, `-${facts.total}`, facts.currency) },
      action(i18n, t('mail.invoice.action'), invoiceUrl(baseUrl, facts.accountId, facts.invoiceId)),
    ],
  };
}

export function quoteAccepted(
  {
    quoteId,
    reference,
    trees,
    price,
    currency,
    certificateId,
    project,
    planted,
    methodology,
  }: FactsOf<'quote-accepted'>,
  { i18n, account, accountId, baseUrl }: MailBodyContext,
): MailBody {
  const { t } = i18n;
  return {
    subject: t('mail.quoteAccepted.subject'),
    parts: [
      paragraph(t('mail.quoteAccepted.intro', { account })),
      {
        is: 'figure',
        text: `${t('badge.trees', { trees })} · ${i18n.number(price, { style: 'currency', currency, maximumFractionDigits: 2 })}`,
      },
      ...(reference === null
        ? []
        : [paragraph(t('mail.quoteAccepted.reference', { reference: nameInBody(reference) }))]),
      note(t('claims.note')),
      ...plantedNotes(planted, account, i18n),
      ...(methodology ? [note(methodologyLine(methodology, i18n))] : []),
      ...(project
        ? [
            {
              is: 'entry',
              title: projectInBody(project, i18n),
              links: [{ label: t('mail.monthEnd.view'), url: certificateUrl(baseUrl, certificateId) }],
            } as const,
          ]
        : []),
      action(i18n, t('mail.quoteAccepted.action'), quoteScreenUrl(baseUrl, accountId, quoteId)),
    ],
  };
}
