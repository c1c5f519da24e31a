import { Button, Skeleton, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import { Empty } from '../../parts/empty.js';
import { Failure } from '../../parts/failure.js';
import { More } from '../../parts/more.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import { AccountForm } from './account-form.js';
import { AccountRow } from './account-row.js';
import classes from './accounts.module.css';
import { named } from './named.js';

const atOnce = 100;

export function View() {
  const { say } = useWords();
  const { client } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {say('app.accounts.create')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={say('app.accounts.title')} intro={say('app.accounts.intro')} actions={add} />
      <Accounts onAdd={adding.open} />
      {isAdding && (
        <AccountForm
          title={say('app.accounts.create')}
          action={say('app.accounts.createAction')}
          said={say('app.accounts.created')}
          save={(fields) => client.accounts.create(fields)}
          onClose={adding.close}
        />
      )}
    </>
  );
}

function Accounts({ onAdd }: { readonly onAdd: () => void }) {
  const { say } = useWords();
  const { account, client } = useScope();
  const [search, setSearch] = useState('');
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    accountKey(account.id, 'accounts'),
    (page) => client.accounts.list(page),
    atOnce,
  );
  if (error && !items) return <Failure error={error} retry={refetch} />;
  if (!items) return <Skeleton height="20rem" radius="lg" />;
  if (items.length === 0)
    return (
      <Empty
        title={say('app.accounts.emptyTitle')}
        text={say('app.accounts.emptyText')}
        action={<Button onClick={onAdd}>{say('app.accounts.create')}</Button>}
      />
    );
  const found = items.filter(named(search));
  return (
    <Sheet>
      <TextInput
        type="search"
        className={classes['search']}
        aria-label={say('app.accounts.search')}
        placeholder={say('app.accounts.search')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" aria-live="polite" mb="sm">
        {say(hasNextPage ? 'app.accounts.countOfLoaded' : 'app.accounts.count', { count: found.length })}
      </Text>
      <ul className={classes['list']}>
        {found.map((child) => (
          <AccountRow key={child.id} child={child} />
        ))}
      </ul>
      <More hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={fetchNextPage} />
    </Sheet>
  );
}
