import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { pathTo, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { useProjects } from '../../api/use-projects.js';
import { focusFirst } from '../../components/focus-first.js';
import { ErrorText } from '../../components/error-text.js';
import { EstimateCard } from '../../components/estimate-card.js';
import { emptyItem, itemFields, newItemsOf, useItemErrors } from '../../components/items/item-fields.js';
import { ItemsEditor } from '../../components/items/items-editor.js';
import { ScreenHead } from '../../components/screen-head.js';
import { Card } from '../../components/card.js';
import { Split } from '../../components/split.js';
import { useFieldRefusal } from '../../components/use-field-refusal.js';
import { useI18n } from '../../i18n/use-i18n.js';

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const projects = useProjects().data?.filter(({ status }) => status === 'active') ?? [];
  const itemErrors = useItemErrors();
  const form = useForm({
    initialValues: { items: [emptyItem()], projectId: '', externalId: '' },
    validate: ({ items, projectId }) => ({
      ...itemErrors(items),
      ...(!projectId && { projectId: t('app.required') }),
    }),
  });
  const creation = useChange(
    ({ items, projectId, externalId }: typeof form.values, once) =>
      client.quotes.create(
        {
          project_id: projectId,
          external_id: externalId.trim() || null,
          items: newItemsOf(items) ?? [],
        },
        once,
      ),
    {
      said: t('app.quotes.created'),
      touches: ['quotes'],
      onDone: ({ id }) => navigate({ to: pathTo(account.id, `quotes/${id}`) }),
    },
  );
  const error = useFieldRefusal(form, creation.error, {
    ...itemFields,
    project_id: 'projectId',
    external_id: 'externalId',
  });
  const reckoned = newItemsOf(form.values.items);
  return (
    <>
      <ScreenHead
        title={t('app.quotes.create')}
        back={{ to: pathTo(account.id, 'quotes'), label: t('app.quotes.all') }}
      />
      <form noValidate onSubmit={form.onSubmit((values) => creation.mutate(values), focusFirst(form))}>
        <Split
          aside={
            <>
              <EstimateCard paper={reckoned && { items: reckoned }} isQuote />
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
        </Split>
      </form>
    </>
  );
}
