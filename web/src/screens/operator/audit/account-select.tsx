import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatorAccount } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, operatorKey } from '../operator-api.js';

interface AccountSelectProps {
  readonly account: string | undefined;
  readonly onChange: (account: string | undefined) => void;
}

const debounceMs = 250;
const maxFound = 20;

export function AccountSelect({ account, onChange }: AccountSelectProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const [searchText] = useDebouncedValue(typed.trim(), debounceMs);
  const { data: found = [] } = useAccountSearch(searchText);
  const { data: chosen = [] } = useAccountSearch(account ?? '');
  const known = new Map(
    [...(account ? chosen : []), ...found].map(({ id, display_name: name }) => [id, name]),
  );
  return (
    <Select
      label={t('app.operator.audit.account')}
      placeholder={t('app.operator.audit.anyAccount')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('app.operator.audit.anyAccount') }}
      nothingFoundMessage={t('app.operator.accounts.noneFound')}
      // The server has already filtered, and not only by name.
      filter={({ options }) => options}
      value={account ?? null}
      data={[...known].map(([value, label]) => ({ value, label }))}
      onSearchChange={setTyped}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

const useAccountSearch = (searchText: string) =>
  useQuery({
    queryKey: operatorKey('any-account', searchText),
    placeholderData: keepPreviousData,
    queryFn: () =>
      operatorRequest<OperatorAccount[]>(
        'GET',
        `accounts?which=all&limit=${maxFound}&q=${encodeURIComponent(searchText)}`,
      ),
  });
