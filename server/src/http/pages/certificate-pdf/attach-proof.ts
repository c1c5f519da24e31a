import type { I18n } from '../../../messages/i18n.js';
import type { CertificateFacts } from '../certificate-facts.js';
import type { Canvas } from '../pdf/canvas.js';

/** So that the file alone proves, without a network, that the certificate is in the transparency log. */
export function attachProof({ document }: Canvas, { date, log }: CertificateFacts, { t }: I18n): void {
  const { proof, entry } = log?.entered ?? {};
  if (proof === undefined || entry === undefined) return;
  const attach = (text: string, name: string, type: string): void =>
    void document.file(Buffer.from(text), {
      name,
      type,
      description: t('certificate.proof'),
      creationDate: date,
      modifiedDate: date,
    });
  attach(proof, 'certificate.tlog-proof', 'text/plain');
  attach(entry, 'entry.json', 'application/json');
}
