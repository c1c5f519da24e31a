import { NativeSelect, TextInput } from '@mantine/core';
import { useI18n } from '../../../i18n/use-i18n.js';
import { AccountSelect } from './account-select.js';
import classes from './audit.module.css';
import type { AuditFilter } from './use-audit-filter.js';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
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
        label={t('app.operator.audit.show')}
        value={filter.isInstallation ? 'installation' : 'all'}
        data={[
          { value: 'all', label: t('app.operator.audit.everything') },
          { value: 'installation', label: t('app.operator.audit.installation') },
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, account: undefined, isInstallation: currentTarget.value === 'installation' })
        }
      />
      <AccountSelect
        account={filter.account}
        onChange={(account) => onChange({ ...filter, account, isInstallation: false })}
      />
      <TextInput {...day('from')} label={t('app.operator.audit.from')} />
      <TextInput {...day('until')} label={t('app.operator.audit.until')} />
    </search>
  );
}
