import type { StoredMail } from './mail.js';

/** A file that a mail is sent with. */
export interface AttachedFile {
  readonly name: string;
  readonly type: string;
  /** What it shows. */
  readonly document: { readonly kind: 'invoice' | 'credit-note'; readonly id: string };
}

/** The invoice or credit note that a mail is about. */
export function attachedFile(mail: StoredMail): AttachedFile | undefined {
  if (mail.kind !== 'invoice' && mail.kind !== 'credit-note') return undefined;
  const id = mail.kind === 'invoice' ? mail.facts.invoiceId : mail.facts.creditNoteId;
  return {
    name: `${mail.facts.number}.pdf`,
    type: 'application/pdf',
    document: { kind: mail.kind, id },
  };
}
