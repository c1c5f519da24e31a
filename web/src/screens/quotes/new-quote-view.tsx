import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { useProjects } from '../../api/use-projects.js';
import { focusFirstError } from '../../components/focus-first-error.js';
import { ErrorText } from '../../components/error-text.js';
import { EstimateCard } from '../../components/estimate-card.js';
import {
  emptyItem,
  itemFieldMap,
  toNewItems,
  useItemsValidator,
} from '../../components/items/item-fields.js';
import { ItemsEditor } from '../../components/items/items-editor.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { TwoColumns } from '../../components/two-columns.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const projects = useProjects().data?.filter(({ status }) => status === 'active') ?? [];
  const itemErrors = useItemsValidator();
  const form = useForm({
    initialValues: { items: [emptyItem()], projectId: '', externalId: '' },
    validate: ({ items, projectId }) => ({
      ...itemErrors(items),
      ...(!projectId && { projectId: t('app.required') }),
    }),
  });
  const creation = useAccountMutation(
    ({ items: fields, projectId, externalId }: typeof form.values, once) =>
      client.quotes.create(
        {
          project_id: projectId,
          external_id: externalId.trim() || null,
          items: toNewItems(fields) ?? [],
        },
        once,
      ),
    {
      successMessage: t('app.quotes.created'),
      invalidates: ['quotes'],
      onSuccess: ({ id }) => navigate({ to: screenPath(account.id, `quotes/${id}`) }),
    },
  );
  const error = useServerFieldError(form, creation.error, {
    ...itemFieldMap,
    project_id: 'projectId',
    external_id: 'externalId',
  });
  const items = toNewItems(form.values.items);
  return (
    <>
      <ScreenHeader
        title={t('app.quotes.create')}
        back={{ to: screenPath(account.id, 'quotes'), label: t('app.quotes.all') }}
      />
      <form noValidate onSubmit={form.onSubmit((values) => creation.mutate(values), focusFirstError(form))}>
        <TwoColumns
          aside={
            <>
              <EstimateCard paper={items && { items }} isQuote />
              <ErrorText error={error} />
              <Button type="submit" size="md" fullWidth loading={creation.isPending}>
                {t('app.quotes.createAction')}
              </Button>
            </>
          }
        >
          <Card title={t('app.items.title')}>
            <ItemsEditor form={form} />
          </Card>
          <Card title={t('app.quotes.details')}>
            <Stack>
              <NativeSelect
                {...form.getInputProps('projectId')}
                label={t('app.project')}
                data={[
                  { value: '', label: t('app.choose') },
                  ...projects.map(({ id, name }) => ({ value: id, label: name })),
                ]}
              />
              <TextInput
                {...form.getInputProps('externalId')}
                label={t('app.accounts.externalId')}
                description={t('app.quotes.externalIdHint')}
              />
            </Stack>
          </Card>
        </TwoColumns>
      </form>
    </>
  );
}
