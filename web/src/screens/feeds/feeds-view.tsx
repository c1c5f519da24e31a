import { Button } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, pathTo, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { FeedDetails } from '../../api/wire.js';
import { Empty } from '../../components/empty.js';
import { Paged } from '../../components/paged.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AreaHead } from './area-head.js';
import { FeedRow } from './feed-row.js';
import classes from './feeds.module.css';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePages(accountKey(account.id, 'feeds'), appList<FeedDetails>(ofAccount(account, 'feeds')));
  const add = (
    <Button
      component={Link}
      to={pathTo(account.id, 'feeds/new')}
      leftSection={<IconPlugConnected size={18} aria-hidden="true" />}
    >
      {t('app.feeds.create')}
    </Button>
  );
  return (
    <>
      <AreaHead title={t('app.feeds.title')} intro={t('app.feeds.intro')} actions={add} />
      <Paged
        isBare
        pages={pages}
        empty={<Empty title={t('app.feeds.emptyTitle')} text={t('app.feeds.emptyText')} action={add} />}
      >
        {(items) => (
          <ul className={classes['list']}>
            {items.map((feed) => (
              <FeedRow key={feed.id} feed={feed} />
            ))}
          </ul>
        )}
      </Paged>
    </>
  );
}
