import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Account, WriteOptions } from '@regrove/sdk';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { AccountSummary } from './account-summary.js';
import { useChildAccountMutation } from './use-child-account-mutation.js';

interface AccountFormProps {
  readonly title: string;
  readonly action: string;
  readonly successMessage: string;
  /** Undefined to create a new one. */
  readonly account?: AccountSummary;
  readonly save: (
    fields: { name: string; display_name: string | null; external_id: string | null },
    once: WriteOptions,
  ) => Promise<Account>;
  readonly onClose: () => void;
}

export function AccountForm({ title, action, successMessage, account, save, onClose }: AccountFormProps) {
  const { t } = useI18n();
  const form = useForm({
    initialValues: {
      name: account?.name ?? '',
      // The API returns the name if there is no display name.
      shown: account && account.display_name !== account.name ? account.display_name : '',
      externalId: account?.external_id ?? '',
    },
    validate: { name: (name) => (name.trim() ? null : t('app.required')) },
  });
  const change = useChildAccountMutation(save, { successMessage, onSuccess: onClose });
  const error = useServerFieldError(form, change.error, {
    name: 'name',
    display_name: 'shown',
    external_id: 'externalId',
  });
  return (
    <FormDialog
      title={title}
      action={action}
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit(({ name, shown, externalId }) =>
        change.mutate({
          name: name.trim(),
          display_name: shown.trim() || null,
          external_id: externalId.trim() || null,
        }),
      )}
      onClose={onClose}
    >
      <TextInput {...form.getInputProps('name')} data-autofocus label={t('app.accounts.name')} />
      <TextInput
        {...form.getInputProps('shown')}
        label={t('app.accounts.displayName')}
        description={t('app.accounts.displayNameHint')}
      />
      <TextInput
        {...form.getInputProps('externalId')}
        label={t('app.accounts.externalId')}
        description={t('app.accounts.externalIdHint')}
      />
    </FormDialog>
  );
}
