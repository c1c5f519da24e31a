import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { IconPlus, IconSearch } from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AccountForm } from './account-form.js';
import classes from './accounts.module.css';
import { ChildAccounts } from './child-accounts.js';
import { AccountSearchResults } from './account-search-results.js';

const debounceMs = 200;

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), debounceMs);
  const searchText = search.trim() && settled;
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
        {t('app.accounts.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader title={t('app.accounts.title')} intro={t('app.accounts.intro')} actions={add} />
      <Card>
        {account.accounts_count > 0 && (
          <TextInput
            type="search"
            className={classes['search']}
            aria-label={t('app.accounts.search')}
            placeholder={t('app.accounts.search')}
            leftSection={<IconSearch size={18} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        {searchText ? <AccountSearchResults searchText={searchText} /> : <ChildAccounts add={add} />}
      </Card>
      {isAdding && (
        <AccountForm
          title={t('app.accounts.create')}
          action={t('app.accounts.createAction')}
          successMessage={t('app.accounts.created')}
          save={(fields, once) => client.accounts.create(fields, once)}
          onClose={adding.close}
        />
      )}
    </>
  );
}
