import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '../../icons/icons.js';
import { accountKey, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { PagedList } from '../../components/paged-list.js';
import { Rows } from '../../components/rows.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { MessagePartProvider } from '../../i18n/i18n-provider.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { CreateEndpoint } from './create-endpoint.js';
import { EndpointRow } from './endpoint-row.js';

export const View = () => (
  <MessagePartProvider part="events">
    <Webhooks />
  </MessagePartProvider>
);

function Webhooks() {
  const { t } = useI18n();
  const { account, client } = useScope();
  const [isAdding, adding] = useDisclosure(false);
  const pages = usePagedList(accountKey(account.id, 'webhooks'), (options) =>
    client.webhookEndpoints.list(options),
  );
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
        {t('app.webhooks.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader title={t('app.webhooks.title')} intro={t('app.webhooks.intro')} actions={add} />
      <PagedList
        pages={pages}
        empty={
          <EmptyState
            title={t('app.webhooks.emptyTitle')}
            text={t('app.webhooks.emptyText')}
            action={
              <FullPermissionOnly>
                <Button onClick={adding.open}>{t('app.webhooks.create')}</Button>
              </FullPermissionOnly>
            }
          />
        }
      >
        {(endpoints) => (
          <Rows>
            {endpoints.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </Rows>
        )}
      </PagedList>
      {isAdding && <CreateEndpoint onClose={adding.close} />}
    </>
  );
}
