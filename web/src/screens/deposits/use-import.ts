import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import type { DepositPreview, ImportedDeposits } from '../../api/wire.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { thisMonth } from './use-month.js';

export function usePreview(file: CsvFile | undefined) {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'deposit-import', file?.key),
    enabled: file !== undefined,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      appRequest<DepositPreview>('POST', accountEndpoint(account, 'deposit-imports/preview'), {
        body: { csv: file?.csv },
        signal,
      }),
  });
}

/** Navigates to the newest month in the file. */
export function useImport(file: CsvFile, { lines }: DepositPreview) {
  const { t } = useI18n();
  const { account } = useScope();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      appRequest<ImportedDeposits>('POST', accountEndpoint(account, 'deposit-imports'), {
        body: { csv: file.csv },
        headers: { 'Idempotency-Key': file.key },
      }),
    onSuccess: async ({ created }) => {
      notifications.show({ message: t('app.deposits.imported', { count: created }) });
      const months = lines.map(({ paper }) => paper?.date?.slice(0, 7) ?? thisMonth());
      const month = months.reduce((newest, one) => (one > newest ? one : newest), '');
      await queries.invalidateQueries({ queryKey: accountKey(account.id, 'deposits') });
      await navigate({ to: screenPath(account.id, 'deposits'), search: { month } });
    },
  });
}
