import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { OrderedPaper } from '../../api/wire.js';
import { focusFirstError } from '../../components/focus-first-error.js';
import { ErrorText } from '../../components/error-text.js';
import { EstimateCard } from '../../components/estimate-card.js';
import {
  emptyItem,
  itemFieldMap,
  toNewItems,
  useItemsValidator,
  type ItemFields,
} from '../../components/items/item-fields.js';
import { ItemsEditor } from '../../components/items/items-editor.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { TwoColumns } from '../../components/two-columns.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import {
  defaultSelection,
  toProjectSettings,
  useSelectionValidator,
  type ProjectSelection,
} from './project-selection.js';
import { ProjectShares } from './project-shares.js';
import { useBiomassOptions, useCarbonOptions } from './use-project-options.js';

interface Fields {
  readonly items: readonly ItemFields[];
  readonly biomass: ProjectSelection;
  readonly carbon: ProjectSelection;
  readonly externalId: string;
}

const empty = (): Fields => ({
  items: [emptyItem()],
  biomass: defaultSelection,
  carbon: defaultSelection,
  externalId: '',
});

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const itemErrors = useItemsValidator();
  const choiceError = useSelectionValidator();
  const form = useForm<Fields>({
    initialValues: empty(),
    validate: ({ items, biomass, carbon }) => ({
      ...itemErrors(items),
      biomass: choiceError(biomass),
      carbon:
        biomass.mode === 'none' && carbon.mode === 'none' ? t('app.orders.neither') : choiceError(carbon),
    }),
  });
  const paper = paperOf(form.values);
  const wrong = { biomass: choiceError(form.values.biomass), carbon: choiceError(form.values.carbon) };
  const hint = wrong.biomass ?? wrong.carbon;
  const creation = useAccountMutation(
    (fields: Fields, once) =>
      client.orders.create(
        {
          items: [],
          ...paperOf(fields),
          external_id: fields.externalId.trim() || null,
        },
        once,
      ),
    {
      successMessage: t('app.orders.created'),
      invalidates: ['orders'],
      onSuccess: ({ id }) => navigate({ to: screenPath(account.id, `orders/${id}`) }),
    },
  );
  const error = useServerFieldError(form, creation.error, { ...itemFieldMap, external_id: 'externalId' });
  return (
    <>
      <ScreenHeader
        title={t('app.orders.create')}
        back={{ to: screenPath(account.id, 'orders'), label: t('app.orders.all') }}
      />
      <form noValidate onSubmit={form.onSubmit((values) => creation.mutate(values), focusFirstError(form))}>
        <TwoColumns
          aside={
            <>
              <EstimateCard paper={hint === undefined ? paper : undefined} hint={hint} />
              <ErrorText error={error} />
              <Button type="submit" size="md" fullWidth loading={creation.isPending}>
                {t('app.orders.createAction')}
              </Button>
            </>
          }
        >
          <Card title={t('app.items.title')}>
            <ItemsEditor form={form} />
          </Card>
          <ProjectShares
            title={t('app.orders.biomass')}
            {...useBiomassOptions()}
            selection={form.values.biomass}
            error={wrong.biomass}
            onChange={(selection) => form.setFieldValue('biomass', selection)}
          />
          <ProjectShares
            title={t('app.orders.carbon')}
            {...useCarbonOptions()}
            selection={form.values.carbon}
            error={wrong.carbon ?? (form.errors['carbon'] as string | undefined)}
            onChange={(selection) => form.setFieldValue('carbon', selection)}
          />
          <Card title={t('app.quotes.details')}>
            <TextInput
              {...form.getInputProps('externalId')}
              label={t('app.accounts.externalId')}
              description={t('app.quotes.externalIdHint')}
            />
          </Card>
        </TwoColumns>
      </form>
    </>
  );
}

function paperOf({ items: fields, biomass, carbon }: Fields): OrderedPaper | undefined {
  const items = toNewItems(fields);
  return (
    items && {
      items,
      biomass_project_settings: toProjectSettings(biomass),
      carbon_project_settings: toProjectSettings(carbon),
    }
  );
}
