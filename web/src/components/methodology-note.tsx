import { methodologyTexts } from '../../../server/src/messages/methodology-text.js';
import type { PublicMethodology } from '../api/wire.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './methodology-note.module.css';

interface MethodologyNoteProps {
  readonly methodology: PublicMethodology;
  /** Whether older figures may follow another one. */
  readonly hasEarlier: boolean;
}

/** By which methodology figures are calculated, and what they do not say. */
export function MethodologyNote({ methodology, hasEarlier }: MethodologyNoteProps) {
  const { t, day } = useI18n();
  const { published_on: publishedOn, source_url: sourceUrl, ...rest } = methodology;
  const texts = methodologyTexts({ ...rest, publishedOn, sourceUrl }, { t, day });
  return (
    <div className={classes['note']}>
      <p>{t('claims.note')}</p>
      <p dir="auto">{texts.join(' · ')}</p>
      {hasEarlier && <p>{t('methodology.earlier')}</p>}
    </div>
  );
}
