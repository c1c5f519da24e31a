import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { NewUser } from '@regrove/sdk';
import { localeNames, locales, type Locale } from '../../../../server/src/messages/locales.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { useLanguage } from '../../i18n/i18n-provider.js';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { usePermissionOptions, type Permission } from './permission-options.js';

interface InviteFields {
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  readonly permission: Permission;
}

export function InviteUser({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const { client } = useScope();
  const { locale } = useLanguage();
  const options = usePermissionOptions();
  const form = useForm<InviteFields>({
    initialValues: { email: '', name: '', locale, permission: 'full' },
    validate: { email: (email) => (email.trim() ? null : t('app.required')) },
  });
  const invitation = useAccountMutation((body: NewUser, once) => client.users.create(body, once), {
    successMessage: ({ email }) => t('app.users.invited', { address: email }),
    onSuccess: onClose,
    invalidates: ['users'],
  });
  const error = useServerFieldError(form, invitation.error, {
    email: 'email',
    full_name: 'name',
    locale: 'locale',
    permission: 'permission',
  });
  return (
    <FormDialog
      title={t('app.users.invite')}
      action={t('app.users.inviteAction')}
      error={error}
      isBusy={invitation.isPending}
      onSubmit={form.onSubmit(({ email, name, locale: chosen, permission }) =>
        invitation.mutate({
          email: email.trim(),
          full_name: name.trim() || null,
          locale: chosen,
          permission,
        }),
      )}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('email')}
        data-autofocus
        type="email"
        autoComplete="off"
        label={t('app.signIn.email')}
      />
      <TextInput
        {...form.getInputProps('name')}
        autoComplete="off"
        maxLength={255}
        label={t('app.users.name')}
        description={t('app.users.nameHint')}
      />
      <NativeSelect
        {...form.getInputProps('locale')}
        label={t('app.users.language')}
        description={t('app.users.languageHint')}
        data={locales.map((value) => ({ value, label: localeNames[value] }))}
      />
      <NativeSelect
        {...form.getInputProps('permission')}
        label={t('app.users.permission')}
        description={t('app.users.permissionHint')}
        data={options}
      />
    </FormDialog>
  );
}
