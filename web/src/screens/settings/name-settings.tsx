import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AccountSettings } from '@regrove/sdk';
import { localeNames, locales } from '../../../../server/src/messages/locales.js';
import { useExplain } from '../../api/explain.js';
import { sessionKey } from '../../api/query-client.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';

/** What the public reads the account's certificates as, and in which language. */
export function NameSettings({ settings }: { readonly settings: AccountSettings }) {
  const { say } = useWords();
  const { account, client } = useScope();
  const explain = useExplain();
  const form = useForm({
    initialValues: {
      // The name stands for it where it has none of its own.
      shown: account.display_name === account.name ? '' : account.display_name,
      locale: settings.locale,
    },
  });
  const change = useChange(
    async ({ shown, locale }: typeof form.values) => {
      if (form.isDirty('shown'))
        await client.accounts.update(account.id, { display_name: shown.trim() || null });
      if (form.isDirty('locale')) await client.settings.update({ locale });
    },
    {
      said: () => say('app.settings.saved'),
      onDone: () => form.resetDirty(),
      stale: () => [
        accountKey(account.id, 'self'),
        accountKey(account.id, 'settings'),
        ...(account.parent_id === null ? [] : [accountKey(account.parent_id, 'accounts')]),
        sessionKey,
      ],
    },
  );
  return (
    <Sheet title={say('app.settings.identity')}>
      <form noValidate onSubmit={form.onSubmit((fields) => change.mutate(fields))}>
        <Stack>
          <TextInput
            {...form.getInputProps('shown')}
            maxLength={255}
            label={say('app.accounts.displayName')}
            description={say('app.settings.displayNameHint')}
            placeholder={account.name}
          />
          <NativeSelect
            {...form.getInputProps('locale')}
            label={say('app.settings.language')}
            description={say('app.settings.languageHint')}
            data={locales.map((value) => ({ value, label: localeNames[value] }))}
          />
          {change.error && (
            <Text c="var(--mantine-color-error)" role="alert">
              {explain(change.error)}
            </Text>
          )}
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            {say('app.save')}
          </Button>
        </Group>
      </form>
    </Sheet>
  );
}
