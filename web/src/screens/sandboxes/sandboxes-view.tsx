import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { ListedSandboxes } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { Rows } from '../../components/rows.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconPlus } from '../../icons/icons.js';
import { CreateSandbox } from './create-sandbox.js';
import { OwnSandboxRow } from './own-sandbox-row.js';

const whileMovingMs = 2_000;

function useSandboxes() {
  const { account } = useScope();
  return useQuery({
    queryKey: accountKey(account.id, 'sandboxes'),
    queryFn: ({ signal }) =>
      appRequest<ListedSandboxes>('GET', accountEndpoint(account, 'sandboxes'), { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.sandboxes.some(({ advancing_to: to }) => to !== null) === true ? whileMovingMs : false,
  });
}

export function View() {
  const { t } = useI18n();
  const listed = useSandboxes();
  const [isAdding, adding] = useDisclosure(false);
  const isFull = listed.data !== undefined && listed.data.sandboxes.length >= listed.data.max;
  const add = (
    <FullPermissionOnly>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} disabled={isFull} onClick={adding.open}>
        {t('app.sandboxes.create')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader title={t('app.sandboxes.title')} intro={t('app.sandboxes.intro')} actions={add} />
      <QueryBoundary query={listed}>
        {({ sandboxes, max }) =>
          sandboxes.length === 0 ? (
            <EmptyState
              title={t('app.sandboxes.emptyTitle')}
              text={t('app.sandboxes.emptyText')}
              action={add}
            />
          ) : (
            <Card>
              {isFull && (
                <Text c="dimmed" mb="md">
                  {t('app.sandboxes.full', { max })}
                </Text>
              )}
              <Rows>
                {sandboxes.map((sandbox) => (
                  <OwnSandboxRow key={sandbox.id} sandbox={sandbox} />
                ))}
              </Rows>
            </Card>
          )
        }
      </QueryBoundary>
      {isAdding && <CreateSandbox onClose={adding.close} />}
    </>
  );
}
