import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { appList, ofAccount } from '../../api/ask-app.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePages } from '../../api/use-pages.js';
import type { ApiKey } from '../../api/wire.js';
import { Empty } from '../../components/empty.js';
import { Paged } from '../../components/paged.js';
import { Rows } from '../../components/rows.js';
import { ScreenHead } from '../../components/screen-head.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreateKey } from './create-key.js';
import { KeyRow } from './key-row.js';

export function View() {
  const { t } = useI18n();
  const [isAdding, adding] = useDisclosure(false);
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {t('app.keys.create')}
    </Button>
  );
  return (
    <>
      <ScreenHead title={t('app.keys.title')} intro={t('app.keys.intro')} actions={add} />
      <Keys onAdd={adding.open} />
      {isAdding && <CreateKey onClose={adding.close} />}
    </>
  );
}

function Keys({ onAdd }: { readonly onAdd: () => void }) {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePages(accountKey(account.id, 'keys'), appList<ApiKey>(ofAccount(account, 'keys')));
  return (
    <Paged
      pages={pages}
      empty={
        <Empty
          title={t('app.keys.emptyTitle')}
          text={t('app.keys.emptyText')}
          action={<Button onClick={onAdd}>{t('app.keys.create')}</Button>}
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
