import { NativeSelect, TextInput } from '@mantine/core';
import { useI18n } from '../../../i18n/use-i18n.js';
import { AccountChoice } from './account-choice.js';
import classes from './audit.module.css';
import type { AuditFilter } from './use-filter.js';

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function Filters({ filter, onChange }: FiltersProps) {
  const { t } = useI18n();
  const day = (name: 'from' | 'until') => ({
    type: 'date',
    value: filter[name] ?? '',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      onChange({ ...filter, [name]: event.currentTarget.value || undefined }),
  });
  return (
    <search className={classes['filters']}>
      <NativeSelect
        label={t('app.operator.audit.whose')}
        value={filter.isInstallation ? 'installation' : 'all'}
        data={[
          { value: 'all', label: t('app.operator.audit.everything') },
          { value: 'installation', label: t('app.operator.audit.installation') },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, account: undefined, isInstallation: currentTarget.value === 'installation' })
        }
      />
      <AccountChoice
        account={filter.account}
        onChange={(account) => onChange({ ...filter, account, isInstallation: false })}
      />
      <TextInput {...day('from')} label={t('app.operator.audit.from')} />
      <TextInput {...day('until')} label={t('app.operator.audit.until')} />
    </search>
  );
}
