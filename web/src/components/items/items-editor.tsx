import { ActionIcon, Button, NumberInput, SegmentedControl, VisuallyHidden } from '@mantine/core';
import { IconPlus, IconX } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { PaperFields } from '../paper-fields.js';
import { emptyItem, type ItemFields } from './item-fields.js';
import classes from './items.module.css';

/** The part of a Mantine form that the editor uses. */
export interface ItemsForm {
  readonly values: { readonly items: readonly ItemFields[] };
  readonly getInputProps: (path: string) => object;
  readonly setFieldValue: (path: `items.${number}.by`, value: ItemFields['by']) => void;
  readonly insertListItem: (path: 'items', item: ItemFields) => void;
  readonly removeListItem: (path: 'items', index: number) => void;
}

export function ItemsEditor({ form }: { readonly form: ItemsForm }) {
  const { t } = useI18n();
  const { items } = form.values;
  return (
    <>
      <ol className={classes['items']}>
        {items.map((item, index) => (
          <li key={item.key} className={classes['item']}>
            <ItemEditor form={form} index={index} item={item} isOnly={items.length === 1} />
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        onClick={() => form.insertListItem('items', emptyItem())}
      >
        {t('app.items.add')}
      </Button>
    </>
  );
}

interface ItemEditorProps {
  readonly form: ItemsForm;
  readonly index: number;
  readonly item: ItemFields;
  readonly isOnly: boolean;
}

function ItemEditor({ form, index, item, isOnly }: ItemEditorProps) {
  const { t, number } = useI18n();
  const propsOf = (name: string): object => form.getInputProps(`items.${String(index)}.${name}`);
  const name = t('app.items.item', { number: number(index + 1) });
  const amount = { allowNegative: false, hideControls: true, thousandSeparator: false };
  return (
    <fieldset className={classes['fields']}>
      <VisuallyHidden component="legend">{name}</VisuallyHidden>
      <div className={classes['head']}>
        <span aria-hidden="true" className={classes['name']}>
          {name}
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t('app.items.by', { item: name })}
          value={item.by}
          onChange={(by) => form.setFieldValue(`items.${index}.by`, by)}
          data={[
            { value: 'sheets', label: t('app.items.bySheets') },
            { value: 'mass', label: t('app.items.byMass') },
          ]}
        />
        {!isOnly && (
          <ActionIcon
            variant="subtle"
            radius="xl"
            size="lg"
            aria-label={t('app.items.remove', { item: name })}
            onClick={() => form.removeListItem('items', index)}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      {item.by === 'mass' ? (
        <NumberInput {...propsOf('mass')} {...amount} label={t('app.items.mass')} />
      ) : (
        <>
          <NumberInput
            {...propsOf('quantity')}
            {...amount}
            allowDecimal={false}
            label={t('app.items.quantity')}
          />
          <PaperFields propsOf={propsOf} sheet={item.sheet} />
        </>
      )}
    </fieldset>
  );
}
