import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Paged } from '../../parts/paged.js';
import { useWords } from '../../words/words.js';
import { AreaHead } from './area-head.js';
import classes from './feeds.module.css';
import { ServerForm } from './server-form.js';
import { ServerRow } from './server-row.js';

export function View() {
  const { say } = useWords();
  const { account, client } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const pages = usePages(accountKey(account.id, 'servers'), (page) => client.servers.list(page));
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {say('app.servers.create')}
    </Button>
  );
  return (
    <>
      <AreaHead title={say('app.servers.title')} intro={say('app.servers.intro')} actions={add} />
      <Paged
        isBare
        pages={pages}
        empty={
          <Empty title={say('app.servers.emptyTitle')} text={say('app.servers.emptyText')} action={add} />
        }
      >
        {(items) => (
          <ul className={classes['list']}>
            {items.map((server) => (
              <ServerRow key={server.id} server={server} />
            ))}
          </ul>
        )}
      </Paged>
      {isAdding && <ServerForm onClose={adding.close} />}
    </>
  );
}
