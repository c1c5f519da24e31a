import { NativeSelect, NumberInput } from '@mantine/core';
import { useI18n } from '../i18n/use-i18n.js';
import { customSize, paperSizeNames } from './paper-sizes.js';
import classes from './fields.module.css';

interface PaperFieldsProps {
  /** The form's `getInputProps`. */
  readonly propsOf: (name: 'sheet' | 'width' | 'length' | 'gsm') => object;
  /** The selected size. */
  readonly sheet: string;
}

export function PaperFields({ propsOf, sheet }: PaperFieldsProps) {
  const { t } = useI18n();
  const number = { allowNegative: false, hideControls: true };
  return (
    <>
      <div className={classes['pair']}>
        <NativeSelect
          {...propsOf('sheet')}
          label={t('app.paper.size')}
          data={[...paperSizeNames, { value: customSize, label: t('app.paper.customSize') }]}
        />
        <NumberInput {...propsOf('gsm')} {...number} allowDecimal={false} label={t('app.paper.weight')} />
      </div>
      {sheet === customSize && (
        <div className={classes['pair']}>
          <NumberInput {...propsOf('width')} {...number} label={t('app.paper.width')} />
          <NumberInput {...propsOf('length')} {...number} label={t('app.paper.length')} />
        </div>
      )}
    </>
  );
}
