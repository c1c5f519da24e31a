import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { IconPlus, IconSearch } from '../../../icons/icons.js';
import { appList } from '../../../api/app-request.js';
import { usePagedList } from '../../../api/use-paged-list.js';
import type { CreatedRootAccount, OperatorAccount } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { EmptyState } from '../../../components/empty-state.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { PagedList } from '../../../components/paged-list.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey } from '../operator-api.js';
import rows from '../rows.module.css';
import { AccountRow } from './account-row.js';
import { NewAccount } from './new-account.js';
import { NewAccountKeyDialog } from './new-account-key-dialog.js';

const debounceMs = 250;

export function View() {
  const { t } = useI18n();
  const [search, setSearch] = useState('');
  const [searchText] = useDebouncedValue(search.trim(), debounceMs);
  const [isAdding, adding] = useDisclosure(false);
  const [opened, setOpened] = useState<CreatedRootAccount>();
  const pages = usePagedList(
    operatorKey('accounts', searchText),
    appList<OperatorAccount>(`operator/accounts?q=${encodeURIComponent(searchText)}`),
    50,
    true,
  );
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
        {t('app.operator.accounts.add')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.operator.accounts.title')}
        intro={t('app.operator.accounts.intro')}
        actions={
          <>
            <ExportMenu address={`operator/exports/accounts?q=${encodeURIComponent(searchText)}`} />
            {add}
          </>
        }
      />
      <TextInput
        type="search"
        className={rows['search']}
        aria-label={t('app.operator.accounts.search')}
        placeholder={t('app.operator.accounts.search')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <PagedList
        pages={pages}
        empty={
          searchText ? (
            <EmptyState
              title={t('app.operator.accounts.noneFound')}
              text={t('app.operator.accounts.noneFoundText')}
            />
          ) : (
            <EmptyState
              title={t('app.accounts.emptyTitle')}
              text={t('app.operator.accounts.emptyText')}
              action={add}
            />
          )
        }
      >
        {(items) => (
          <ul className={rows['list']}>
            {items.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </ul>
        )}
      </PagedList>
      {isAdding && <NewAccount onClose={adding.close} onOpened={setOpened} />}
      {opened && <NewAccountKeyDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
