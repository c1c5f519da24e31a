import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AccountSettings } from '@regrove/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { localeNames, locales } from '../../../../server/src/messages/locales.js';
import { sessionKey } from '../../api/query-client.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { ErrorText } from '../../components/error-text.js';
import { Card } from '../../components/card.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function NameSettings({ settings }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: {
      // The API returns the name if there is no display name.
      shown: account.display_name === account.name ? '' : account.display_name,
      locale: settings.locale,
    },
  });
  const change = useAccountMutation(
    async ({ shown, locale }: typeof form.values) => {
      if (form.isDirty('shown'))
        await client.accounts.update(account.id, { display_name: shown.trim() || null });
      if (form.isDirty('locale')) await client.settings.update({ locale });
    },
    {
      successMessage: t('app.settings.saved'),
      invalidates: ['self', 'settings'],
      onSuccess: async () => {
        form.resetDirty();
        // The session and the parent's list show the name as well.
        await queries.invalidateQueries({ queryKey: sessionKey });
        await queries.invalidateQueries({ queryKey: accountKey(account.parent_id ?? '', 'accounts') });
      },
    },
  );
  const error = useServerFieldError(form, change.error, { display_name: 'shown', locale: 'locale' });
  return (
    <Card title={t('app.settings.identity')}>
      <form noValidate onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
        <Stack>
          <TextInput
            {...form.getInputProps('shown')}
            maxLength={255}
            label={t('app.accounts.displayName')}
            description={t('app.settings.displayNameHint')}
            placeholder={account.name}
          />
          <NativeSelect
            {...form.getInputProps('locale')}
            label={t('app.settings.language')}
            description={t('app.settings.languageHint')}
            data={locales.map((value) => ({ value, label: localeNames[value] }))}
          />
          <ErrorText error={error} />
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {t('app.save')}
          </Button>
        </Group>
      </form>
    </Card>
  );
}
