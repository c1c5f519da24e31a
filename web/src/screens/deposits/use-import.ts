import { notifications } from '@mantine/notifications';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import type { DepositPreview, ImportedDeposits } from '../../api/wire.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { ImportChoices } from './import-fields.js';
import { rememberColumns, rememberedColumns } from './remembered-columns.js';
import { thisMonth } from './use-month.js';

const bodyOf = (file: CsvFile, { columns, corrections, createsCustomers }: ImportChoices) => ({
  csv: file.csv,
  ...(columns && { columns }),
  corrections,
  create_customers: createsCustomers,
});

export function usePreview(file: CsvFile, choices: ImportChoices) {
  const { account } = useScope();
  const ask = (chosen: ImportChoices, signal: AbortSignal): Promise<DepositPreview> =>
    appRequest<DepositPreview>('POST', accountEndpoint(account, 'deposit-imports/preview'), {
      body: bodyOf(file, chosen),
      signal,
    });
  return useQuery({
    queryKey: accountKey(account.id, 'deposit-import', file.key, choices),
    staleTime: Infinity,
    // What a person is correcting stays in view while it is checked again.
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const preview = await ask(choices, signal);
      const columns = choices.columns ? undefined : rememberedColumns(preview.headings);
      return columns ? ask({ ...choices, columns }, signal) : preview;
    },
  });
}

/** Navigates to the newest month in the file. */
export function useImport(file: CsvFile, choices: ImportChoices, preview: DepositPreview) {
  const { t } = useI18n();
  const { account } = useScope();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { lines, bad, columns, headings } = preview;
  return useMutation({
    mutationFn: () =>
      appRequest<ImportedDeposits>('POST', accountEndpoint(account, 'deposit-imports'), {
        body: { ...bodyOf(file, { ...choices, columns }), partial: bad > 0 },
        headers: { 'Idempotency-Key': `${file.key}-${choices.version}` },
      }),
    onSuccess: async ({ created, skipped }) => {
      rememberColumns(headings, columns);
      const months = lines.flatMap(({ paper }) => (paper ? [paper.date?.slice(0, 7) ?? thisMonth()] : []));
      const month = months.reduce((newest, one) => (one > newest ? one : newest), '');
      await navigate({ to: screenPath(account.id, 'deposits'), search: { month } });
      notifications.show({
        message: [
          t('app.deposits.imported', { count: created }),
          ...(skipped > 0 ? [t('app.deposits.skipped', { count: skipped })] : []),
        ].join(' '),
      });
      // Also the accounts below, which may be more now.
      await queries.invalidateQueries({ queryKey: accountKey(account.id) });
    },
  });
}
