import { IconLock } from '../icons/icons.js';
import { useHasFullPermission } from '../session/use-has-full-permission.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './banner.module.css';

/** Tells users with restricted permission why they see no buttons. */
export function ReadOnlyBanner() {
  const { t } = useI18n();
  if (useHasFullPermission()) return null;
  return (
    <aside className={classes['band']} aria-label={t('app.readOnly.title')}>
      <p className={classes['note']}>
        <IconLock size={18} stroke={1.6} aria-hidden="true" />
        {t('app.readOnly.text')}
      </p>
    </aside>
  );
}
