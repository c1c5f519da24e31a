import type { AccountSettingsChanges } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function useSettings() {
  const { account, client } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'settings'),
    queryFn: ({ signal }) => client.settings.get({ signal }),
  });
}

export function useSettingsMutation() {
  const { t } = useI18n();
  const { client } = useScope();
  return useAccountMutation((changes: AccountSettingsChanges) => client.settings.update(changes), {
    successMessage: t('app.settings.saved'),
    invalidates: ['settings'],
  });
}
