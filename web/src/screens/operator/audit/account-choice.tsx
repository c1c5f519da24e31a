import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RatedAccount } from '../../../api/wire.js';
import { useWords } from '../../../words/words.js';
import { askOperator, operatorKey } from '../operator-api.js';

interface AccountChoiceProps {
  readonly account: string | undefined;
  readonly onChange: (account: string | undefined) => void;
}

const typingMs = 250;
const maxFound = 20;

/** Any account, found by a part of its name. */
export function AccountChoice({ account, onChange }: AccountChoiceProps) {
  const { say } = useWords();
  const [typed, setTyped] = useState('');
  const [sought] = useDebouncedValue(typed.trim(), typingMs);
  const { data: found = [] } = useFound(sought);
  const { data: chosen = [] } = useFound(account ?? '');
  const known = new Map(
    [...(account ? chosen : []), ...found].map(({ id, display_name: name }) => [id, name]),
  );
  return (
    <Select
      label={say('app.operator.audit.account')}
      placeholder={say('app.operator.audit.anyAccount')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': say('app.operator.audit.anyAccount') }}
      nothingFoundMessage={say('app.operator.accounts.noneFound')}
      // The server has searched already, and in more than the name.
      filter={({ options }) => options}
      value={account ?? null}
      data={[...known].map(([value, label]) => ({ value, label }))}
      onSearchChange={setTyped}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

const useFound = (sought: string) =>
  useQuery({
    queryKey: operatorKey('any-account', sought),
    placeholderData: keepPreviousData,
    queryFn: () =>
      askOperator<RatedAccount[]>(
        'GET',
        `accounts?which=all&limit=${maxFound}&q=${encodeURIComponent(sought)}`,
      ),
  });
