import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { ApiKey } from '../../api/wire.js';
import { Empty } from '../../parts/empty.js';
import { Paged } from '../../parts/paged.js';
import { Rows } from '../../parts/rows.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { useWords } from '../../words/words.js';
import { CreateKey } from './create-key.js';
import { KeyRow } from './key-row.js';

export function View() {
  const { say } = useWords();
  const [isAdding, adding] = useDisclosure(false);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {say('app.keys.create')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={say('app.keys.title')} intro={say('app.keys.intro')} actions={add} />
      <Keys onAdd={adding.open} />
      {isAdding && <CreateKey onClose={adding.close} />}
    </>
  );
}

function Keys({ onAdd }: { readonly onAdd: () => void }) {
  const { say } = useWords();
  const { account } = useScope();
  const pages = usePages(accountKey(account.id, 'keys'), appList<ApiKey>(ofAccount(account, 'keys')));
  return (
    <Paged
      pages={pages}
      empty={
        <Empty
          title={say('app.keys.emptyTitle')}
          text={say('app.keys.emptyText')}
          action={<Button onClick={onAdd}>{say('app.keys.create')}</Button>}
        />
      }
    >
      {(items) => (
        <Rows>
          {items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </Rows>
      )}
    </Paged>
  );
}
