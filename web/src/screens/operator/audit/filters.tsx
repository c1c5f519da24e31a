import { NativeSelect, TextInput } from '@mantine/core';
import { useWords } from '../../../words/words.js';
import { AccountChoice } from './account-choice.js';
import classes from './audit.module.css';
import type { AuditFilter } from './use-filter.js';

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function Filters({ filter, onChange }: FiltersProps) {
  const { say } = useWords();
  const day = (name: 'from' | 'until') => ({
    type: 'date',
    value: filter[name] ?? '',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...filter, [name]: event.currentTarget.value || undefined }),
  });
  return (
    <search className={classes['filters']}>
      <NativeSelect
        label={say('app.operator.audit.whose')}
        value={filter.isInstallation ? 'installation' : 'all'}
        data={[
          { value: 'all', label: say('app.operator.audit.everything') },
          { value: 'installation', label: say('app.operator.audit.installation') },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, account: undefined, isInstallation: currentTarget.value === 'installation' })
        }
      />
      <AccountChoice
        account={filter.account}
        onChange={(account) => onChange({ ...filter, account, isInstallation: false })}
      />
      <TextInput {...day('from')} label={say('app.operator.audit.from')} />
      <TextInput {...day('until')} label={say('app.operator.audit.until')} />
    </search>
  );
}
