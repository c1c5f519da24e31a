import { Link } from '@tanstack/react-router';
import { IconClock, IconServer2 } from '../../icons/icons.js';
import { screenPath, useScope } from '../../api/scope.js';
import type { FeedDetails } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { feedName } from './feed-types.js';
import classes from './feeds.module.css';
import { HealthBadge, HealthText } from './health.js';

const icon = { size: 15, 'aria-hidden': true } as const;

export function FeedRow({ feed }: { readonly feed: FeedDetails }) {
  const i18n = useI18n();
  const { t, moment } = i18n;
  const { account } = useScope();
  return (
    <li className={classes['row']} data-feed>
      <div>
        <Link to={screenPath(account.id, `feeds/${feed.id}`)} className={classes['name']}>
          {feedName(i18n, feed)}
        </Link>
        <ul className={classes['details']}>
          {feed.server_url !== null && (
            <li>
              <IconServer2 {...icon} />
              {feed.server_url}
            </li>
          )}
          <li>
            <IconClock {...icon} />
            {feed.last_read_at
              ? t('app.feeds.lastRead', { time: moment(feed.last_read_at) })
              : t('app.feeds.neverRead')}
          </li>
        </ul>
      </div>
      <div className={classes['health']}>
        <HealthBadge feed={feed} />
        <HealthText feed={feed} />
      </div>
    </li>
  );
}
