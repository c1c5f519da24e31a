import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './offline-notice.module.css';

const watch = (onChange: () => void): (() => void) => onlineManager.subscribe(onChange);

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(watch, () => onlineManager.isOnline());
  const { t } = useI18n();
  return (
    <div role="status" className={isOnline ? undefined : classes['offline']}>
      {isOnline ? '' : t('app.offline')}
    </div>
  );
}
