import { useEffect } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import { isInSandbox } from '../base-path.js';

/** The title of the window: in a sandbox, it begins with the word for it. */
export function useDocumentTitle(title: string): void {
  const { t } = useI18n();
  const place = isInSandbox ? `${t('app.sandbox.word')} · ` : '';
  useEffect(() => {
    document.title = `${place}${title} · Regrove`;
  }, [place, title]);
}
