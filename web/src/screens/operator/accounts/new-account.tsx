import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { localeNames, locales } from '../../../../../server/src/messages/locales.js';
import type { NewRootAccount, CreatedRootAccount } from '../../../api/wire.js';
import fields from '../../../components/fields.module.css';
import { FormDialog } from '../../../components/form-dialog.js';
import { roleLabels } from '../../../shell/role-labels.js';
import { useLanguage } from '../../../i18n/i18n-provider.js';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

interface NewAccountProps {
  readonly onClose: () => void;
  readonly onOpened: (opened: CreatedRootAccount) => void;
}

const roles = ['distributor', 'channel'] as const;

export function NewAccount({ onClose, onOpened }: NewAccountProps) {
  const { t } = useI18n();
  const { locale } = useLanguage();
  const form = useForm<Fields>({
    initialValues: { name: '', role: 'distributor', shown: '', externalId: '', email: '', locale },
    validate: { name: (name) => (name.trim() ? null : t('app.required')) },
  });
  const opening = useOperatorMutation(
    (input: Fields) => operatorRequest<CreatedRootAccount>('POST', 'accounts', accountOf(input)),
    {
      onSuccess: (opened) => {
        onClose();
        onOpened(opened);
      },
    },
  );
  const error = useServerFieldError(form, opening.error, {
    name: 'name',
    role: 'role',
    display_name: 'shown',
    external_id: 'externalId',
    'user.email': 'email',
    email: 'email',
  });
  return (
    <FormDialog
      title={t('app.operator.accounts.add')}
      action={t('app.accounts.createAction')}
      error={error}
      isBusy={opening.isPending}
      onSubmit={form.onSubmit((input) => opening.mutate(input))}
      onClose={onClose}
    >
      <TextInput {...form.getInputProps('name')} data-autofocus label={t('app.accounts.name')} />
      <NativeSelect
        {...form.getInputProps('role')}
        label={t('app.operator.accounts.role')}
        data={roles.map((role) => ({ value: role, label: t(roleLabels[role]) }))}
      />
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
      <div className={fields['pair']}>
        <TextInput
          {...form.getInputProps('email')}
          type="email"
          label={t('app.operator.accounts.firstUser')}
          description={t('app.operator.accounts.firstUserHint')}
        />
        <NativeSelect
          {...form.getInputProps('locale')}
          label={t('app.operator.accounts.firstLanguage')}
          description={t('app.operator.accounts.firstLanguageHint')}
          data={locales.map((value) => ({ value, label: localeNames[value] }))}
        />
      </div>
    </FormDialog>
  );
}

interface Fields {
  readonly name: string;
  readonly role: NewRootAccount['role'];
  readonly shown: string;
  readonly externalId: string;
  readonly email: string;
  readonly locale: (typeof locales)[number];
}

const accountOf = ({ name, role, shown, externalId, email, locale }: Fields): NewRootAccount => ({
  name: name.trim(),
  role,
  display_name: shown.trim() || null,
  external_id: externalId.trim() || null,
  ...(email.trim() && { user: { email: email.trim(), locale } }),
});
