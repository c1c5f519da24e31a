import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailPlus } from '@tabler/icons-react';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { ListedUser } from '../../api/wire.js';
import { Empty } from '../../parts/empty.js';
import { Paged } from '../../parts/paged.js';
import { Rows } from '../../parts/rows.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { useWords } from '../../words/words.js';
import { InviteUser } from './invite-user.js';
import { UserRow } from './user-row.js';

export function View() {
  const { say } = useWords();
  const [isInviting, inviting] = useDisclosure(false);
  const invite = (
    <Button leftSection={<IconMailPlus size={18} aria-hidden="true" />} onClick={inviting.open}>
      {say('app.users.invite')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={say('app.users.title')} intro={say('app.users.intro')} actions={invite} />
      <Users onInvite={inviting.open} />
      {isInviting && <InviteUser onClose={inviting.close} />}
    </>
  );
}

function Users({ onInvite }: { readonly onInvite: () => void }) {
  const { say } = useWords();
  const { account } = useScope();
  const pages = usePages(accountKey(account.id, 'users'), appList<ListedUser>(ofAccount(account, 'users')));
  return (
    <Paged
      pages={pages}
      empty={
        <Empty
          title={say('app.users.emptyTitle')}
          text={say('app.users.emptyText')}
          action={<Button onClick={onInvite}>{say('app.users.invite')}</Button>}
        />
      }
    >
      {(items) => (
        <Rows>
          {items.map((user) => (
            <UserRow key={user.id} user={user} isLast={items.length === 1} />
          ))}
        </Rows>
      )}
    </Paged>
  );
}
