import { NativeSelect, Text } from '@mantine/core';
import type { WebhookDelivery, WebhookEndpoint } from '@regrove/sdk';
import { useState } from 'react';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { Card } from '../../components/card.js';
import { PagedList } from '../../components/paged-list.js';
import { Rows } from '../../components/rows.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DeliveryDialog } from './delivery-dialog.js';
import { DeliveryRow } from './delivery-row.js';
import { useRefreshWhile } from './use-refresh-while.js';

const statuses = ['pending', 'succeeded', 'failed'] as const;

export function Deliveries({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const [status, setStatus] = useState<WebhookDelivery['status']>();
  const [openId, setOpenId] = useState<string>();
  const pages = usePagedList(
    accountKey(account.id, 'webhooks', endpoint.id, 'deliveries', status),
    (options) => client.webhookEndpoints.deliveries(endpoint.id, { ...options, status }),
    undefined,
    true,
  );
  useRefreshWhile(pages.items?.some((one) => one.status === 'pending') ?? false, pages.refetch);
  const opened = pages.items?.find(({ id }) => id === openId);
  return (
    <Card
      title={t('app.webhooks.deliveries')}
      aside={
        <NativeSelect
          aria-label={t('app.status')}
          data={[
            { value: '', label: t('app.list.anyStatus') },
            ...statuses.map((value) => ({ value, label: t(`app.webhooks.${value}`) })),
          ]}
          value={status ?? ''}
          onChange={({ currentTarget: { value } }) => setStatus(statuses.find((one) => one === value))}
        />
      }
    >
      <PagedList
        pages={pages}
        isBare
        empty={<Text c="dimmed">{t(status ? 'app.list.noneText' : 'app.webhooks.noDeliveries')}</Text>}
      >
        {(deliveries) => (
          <Rows>
            {deliveries.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} onOpen={() => setOpenId(delivery.id)} />
            ))}
          </Rows>
        )}
      </PagedList>
      {opened && (
        <DeliveryDialog endpoint={endpoint} delivery={opened} onClose={() => setOpenId(undefined)} />
      )}
    </Card>
  );
}
