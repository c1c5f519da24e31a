import type { AccountSettingsChanges } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedPublicPage } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function useSettings() {
  const { account, client } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'settings'),
    queryFn: ({ signal }) => client.settings.get({ signal }),
  });
}

export function usePublicPage() {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'public-page'),
    queryFn: ({ signal }) =>
      appRequest<ListedPublicPage>('GET', accountEndpoint(account, 'public-page'), { signal }),
  });
}

export function useSettingsMutation() {
  const { t } = useI18n();
  const { client } = useScope();
  return useAccountMutation((changes: AccountSettingsChanges) => client.settings.update(changes), {
    successMessage: t('app.settings.saved'),
    invalidates: ['settings', 'public-page'],
  });
}
