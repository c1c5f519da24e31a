import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { screenPath, useScope } from '../../api/scope.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { isInSandbox } from '../../base-path.js';
import classes from './feeds.module.css';

interface FeedsHeaderProps {
  readonly title: string;
  readonly intro: string;
  readonly actions: ReactNode;
}

/** Tabs for feeds and for the servers that they read from. A sandbox calls no servers. */
export function FeedsHeader(props: FeedsHeaderProps) {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader {...props} />
      {!isInSandbox && (
        <nav aria-label={t('app.feeds.area')} className={classes['tabs']}>
          <Link to={screenPath(account.id, 'feeds')} activeOptions={{ exact: true }}>
            {t('app.feeds.title')}
          </Link>
          <Link to={screenPath(account.id, 'feeds/servers')}>{t('app.servers.title')}</Link>
        </nav>
      )}
    </>
  );
}
