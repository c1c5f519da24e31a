import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { useWords } from '../../words/words.js';
import { AreaHead } from './area-head.js';
import classes from './feeds.module.css';
import { ServerForm } from './server-form.js';
import { ServerRow } from './server-row.js';

export function View() {
  const { say } = useWords();
  const { account, client } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountKey(account.id, 'servers'),
    (page) => client.servers.list(page),
  );
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {say('app.servers.create')}
    </Button>
  );
  return (
    <>
      <AreaHead title={say('app.servers.title')} intro={say('app.servers.intro')} actions={add} />
      {error && !items ? (
        <Failure error={error} retry={refetch} />
      ) : !items ? (
        <Skeleton height="14rem" radius="lg" />
      ) : items.length === 0 ? (
        <Empty title={say('app.servers.emptyTitle')} text={say('app.servers.emptyText')} action={add} />
      ) : (
        <ul className={classes['list']}>
          {items.map((server) => (
            <ServerRow key={server.id} server={server} />
          ))}
        </ul>
      )}
      <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
      {isAdding && <ServerForm onClose={adding.close} />}
    </>
  );
}
