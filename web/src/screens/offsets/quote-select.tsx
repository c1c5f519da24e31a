import { NativeSelect, Skeleton, Text, type NativeSelectProps } from '@mantine/core';
import type { Quote } from '@regrove/sdk';
import { LoadError } from '../../components/load-error.js';
import { useFormatMoney } from '../../components/use-format-money.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface QuoteSelectProps extends Omit<NativeSelectProps, 'data' | 'label'> {
  readonly quotes: {
    readonly data: readonly Quote[] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

export function QuoteSelect({ quotes: { data, error, refetch }, ...props }: QuoteSelectProps) {
  const { t, day } = useI18n();
  const money = useFormatMoney();
  if (error && !data) return <LoadError error={error} retry={refetch} />;
  if (!data) return <Skeleton height="4rem" />;
  if (data.length === 0) return <Text c="dimmed">{t('app.offsets.noQuotes')}</Text>;
  const labelOf = ({ external_id: id, created_at: date, trees, price }: Quote): string =>
    [id, day(date), t('app.amount.trees', { trees }), money(price)].filter(Boolean).join(' · ');
  return (
    <NativeSelect
      {...props}
      label={t('app.offsets.quote')}
      data={[
        { value: '', label: t('app.choose') },
        ...data.map((quote) => ({ value: quote.id, label: labelOf(quote) })),
      ]}
    />
  );
}
