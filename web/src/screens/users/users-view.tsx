import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconMailPlus, IconUpload } from '../../icons/icons.js';
import { appList, accountEndpoint } from '../../api/app-request.js';
import { accountKey, screenPath, useScope } from '../../api/scope.js';
import { usePagedList } from '../../api/use-paged-list.js';
import type { ListedUser } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExportMenu } from '../../components/export-menu.js';
import { PagedList } from '../../components/paged-list.js';
import { Rows } from '../../components/rows.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { InviteUser } from './invite-user.js';
import { UserRow } from './user-row.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const [isInviting, inviting] = useDisclosure(false);
  const invite = (
    <FullPermissionOnly>
      <Button
        component={Link}
        to={screenPath(account.id, 'users/import')}
        variant="default"
        leftSection={<IconUpload size={18} aria-hidden="true" />}
      >
        {t('app.users.import')}
      </Button>
      <Button leftSection={<IconMailPlus size={18} aria-hidden="true" />} onClick={inviting.open}>
        {t('app.users.invite')}
      </Button>
    </FullPermissionOnly>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.users.title')}
        intro={t('app.users.intro')}
        actions={
          <>
            <ExportMenu address={accountEndpoint(account, 'exports/users')} />
            {invite}
          </>
        }
      />
      <Users onInvite={inviting.open} />
      {isInviting && <InviteUser onClose={inviting.close} />}
    </>
  );
}

function Users({ onInvite }: { readonly onInvite: () => void }) {
  const { t } = useI18n();
  const { account } = useScope();
  const pages = usePagedList(
    accountKey(account.id, 'users'),
    appList<ListedUser>(accountEndpoint(account, 'users')),
  );
  return (
    <PagedList
      pages={pages}
      empty={
        <EmptyState
          title={t('app.users.emptyTitle')}
          text={t('app.users.emptyText')}
          action={
            <FullPermissionOnly>
              <Button onClick={onInvite}>{t('app.users.invite')}</Button>
            </FullPermissionOnly>
          }
        />
      }
    >
      {(items) => (
        <Rows>
          {items.map((user) => (
            <UserRow key={user.id} user={user} isLast={items.length === 1} />
          ))}
        </Rows>
      )}
    </PagedList>
  );
}
