import { Button, Group, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { BillingAddress } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ErrorText } from '../../components/error-text.js';
import { LoadError } from '../../components/load-error.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './settings.module.css';

export function BillingSettings() {
  const { t } = useI18n();
  const { account } = useScope();
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'billing-address'),
    queryFn: ({ signal }) =>
      appRequest<BillingAddress>('GET', accountEndpoint(account, 'billing-address'), { signal }),
  });
  return (
    <Card id="billing" title={t('app.billing.title')}>
      <p className={classes['text']}>{t('app.billing.text')}</p>
      {data ? (
        <AddressForm address={data} />
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="16rem" />
      )}
    </Card>
  );
}

function AddressForm({ address }: { readonly address: BillingAddress }) {
  const { t } = useI18n();
  const { account } = useScope();
  const form = useForm({
    initialValues: {
      name: address.name ?? '',
      address: address.address ?? '',
      taxId: address.tax_id ?? '',
      reference: address.reference ?? '',
    },
  });
  const change = useAccountMutation(
    ({ name, address: lines, taxId, reference }: typeof form.values) => {
      const body = {
        name: name.trim() || null,
        address: lines.trim() || null,
        tax_id: taxId.trim() || null,
        reference: reference.trim() || null,
      };
      return appRequest<BillingAddress>('PUT', accountEndpoint(account, 'billing-address'), { body });
    },
    {
      successMessage: t('app.settings.saved'),
      invalidates: ['billing-address'],
      onSuccess: () => form.resetDirty(),
    },
  );
  const fields = { name: 'name', address: 'address', tax_id: 'taxId', reference: 'reference' };
  const error = useServerFieldError(form, change.error, fields);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
      <Stack>
        <TextInput
          {...form.getInputProps('name')}
          maxLength={100}
          label={t('app.billing.name')}
          description={t('app.billing.nameHint')}
          placeholder={account.name}
          autoComplete="organization"
        />
        <Textarea
          {...form.getInputProps('address')}
          rows={4}
          maxLength={606}
          label={t('app.billing.address')}
          description={t('app.billing.addressHint')}
          autoComplete="street-address"
        />
        <TextInput {...form.getInputProps('taxId')} maxLength={50} label={t('app.billing.taxId')} />
        <TextInput
          {...form.getInputProps('reference')}
          maxLength={100}
          label={t('app.invoices.reference')}
          description={t('app.billing.referenceHint')}
        />
        <ErrorText error={error} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {t('app.save')}
        </Button>
      </Group>
    </form>
  );
}
