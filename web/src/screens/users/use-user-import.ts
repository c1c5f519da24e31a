import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import type { ImportedUsers, UserPreview } from '../../api/wire.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function useUserPreview(file: CsvFile | undefined) {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'user-import', file?.key),
    enabled: file !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      appRequest<UserPreview>('POST', accountEndpoint(account, 'user-imports/preview'), {
        body: { csv: file?.csv },
        signal,
      }),
  });
}

/** Navigates to the list of users. */
export function useUserImport(file: CsvFile) {
  const { t } = useI18n();
  const { account } = useScope();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      appRequest<ImportedUsers>('POST', accountEndpoint(account, 'user-imports'), {
        body: { csv: file.csv },
        headers: { 'Idempotency-Key': file.key },
      }),
    onSuccess: async ({ created, waiting }) => {
      const later = waiting > 0 ? `. ${t('app.users.importWaiting', { count: waiting })}` : '';
      notifications.show({ message: t('app.users.imported', { count: created }) + later });
      await queries.invalidateQueries({ queryKey: ['account'], predicate: isOfUsers });
      await navigate({ to: screenPath(account.id, 'users') });
    },
  });
}

/** Users of accounts below may have been created as well. */
const isOfUsers = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  queryKey[2] === 'users';
