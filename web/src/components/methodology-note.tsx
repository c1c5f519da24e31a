import { methodologyTexts } from '../../../server/src/messages/methodology-text.js';
import type { PublicMethodology } from '../api/wire.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './methodology-note.module.css';

interface MethodologyNoteProps {
  readonly methodologies: readonly PublicMethodology[];
  /** Whether older figures may follow another one. */
  readonly hasEarlier?: boolean;
  /** Whether the figures are of carbon credits alone. */
  readonly isOfCarbon?: boolean;
}

/** By which methodologies figures are calculated, and what they do not say. */
export function MethodologyNote({
  methodologies,
  hasEarlier = false,
  isOfCarbon = false,
}: MethodologyNoteProps) {
  const { t, day } = useI18n();
  const textOf = ({ published_on: publishedOn, source_url: sourceUrl, ...rest }: PublicMethodology): string =>
    methodologyTexts({ ...rest, publishedOn, sourceUrl }, { t, day }).join(' · ');
  return (
    <div className={classes['note']}>
      <p>{t(isOfCarbon ? 'carbonCertificate.limits' : 'claims.note')}</p>
      {methodologies.map(textOf).map((text) => (
        <p key={text} dir="auto">
          {text}
        </p>
      ))}
      {hasEarlier && <p>{t('methodology.earlier')}</p>}
    </div>
  );
}
