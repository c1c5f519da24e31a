import { useI18n } from '../i18n/use-i18n.js';
import { EmptyState } from './empty-state.js';

/** Instead of a screen that is only for changes. The banner above it says why. */
export function ReadOnlyScreen() {
  const { t } = useI18n();
  return <EmptyState title={t('app.readOnly.title')} text={t('app.readOnly.screen')} order={1} />;
}
