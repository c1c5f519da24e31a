import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { pathTo, useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import type { OrderedPaper } from '../../api/wire.js';
import { focusFirst } from '../../components/focus-first.js';
import { ErrorText } from '../../components/error-text.js';
import { EstimateCard } from '../../components/estimate-card.js';
import {
  emptyItem,
  itemFields,
  newItemsOf,
  useItemErrors,
  type ItemFields,
} from '../../components/items/item-fields.js';
import { ItemsEditor } from '../../components/items/items-editor.js';
import { ScreenHead } from '../../components/screen-head.js';
import { Card } from '../../components/card.js';
import { Split } from '../../components/split.js';
import { useFieldRefusal } from '../../components/use-field-refusal.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { byDefault, settingsOf, useChoiceError, type ProjectChoice } from './project-choice.js';
import { ProjectShares } from './project-shares.js';
import { useBiomassOffer, useCarbonOffer } from './use-offers.js';

interface Fields {
  readonly items: readonly ItemFields[];
  readonly biomass: ProjectChoice;
  readonly carbon: ProjectChoice;
  readonly externalId: string;
}

const empty = (): Fields => ({
  items: [emptyItem()],
  biomass: byDefault,
  carbon: byDefault,
  externalId: '',
});

export function View() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const navigate = useNavigate();
  const itemErrors = useItemErrors();
  const choiceError = useChoiceError();
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
  const creation = useChange(
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
      said: t('app.orders.created'),
      touches: ['orders'],
      onDone: ({ id }) => navigate({ to: pathTo(account.id, `orders/${id}`) }),
    },
  );
  const error = useFieldRefusal(form, creation.error, { ...itemFields, external_id: 'externalId' });
  return (
    <>
      <ScreenHead
        title={t('app.orders.create')}
        back={{ to: pathTo(account.id, 'orders'), label: t('app.orders.all') }}
      />
      <form noValidate onSubmit={form.onSubmit((values) => creation.mutate(values), focusFirst(form))}>
        <Split
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
            {...useBiomassOffer()}
            choice={form.values.biomass}
            error={wrong.biomass}
            onChange={(choice) => form.setFieldValue('biomass', choice)}
          />
          <ProjectShares
            title={t('app.orders.carbon')}
            {...useCarbonOffer()}
            choice={form.values.carbon}
            error={wrong.carbon ?? (form.errors['carbon'] as string | undefined)}
            onChange={(choice) => form.setFieldValue('carbon', choice)}
          />
          <Card title={t('app.quotes.details')}>
            <TextInput
              {...form.getInputProps('externalId')}
              label={t('app.accounts.externalId')}
              description={t('app.quotes.externalIdHint')}
            />
          </Card>
        </Split>
      </form>
    </>
  );
}

function paperOf({ items: fields, biomass, carbon }: Fields): OrderedPaper | undefined {
  const items = newItemsOf(fields);
  return (
    items && {
      items,
      biomass_project_settings: settingsOf(biomass),
      carbon_project_settings: settingsOf(carbon),
    }
  );
}
