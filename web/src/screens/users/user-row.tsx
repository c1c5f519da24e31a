import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconUser } from '../../icons/icons.js';
import { appRequest, accountEndpoint } from '../../api/app-request.js';
import { useErrorText } from '../../api/error-message.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedUser } from '../../api/wire.js';
import { now } from '../../clock.js';
import { localeNames } from '../../../../server/src/messages/locales.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { Row } from '../../components/rows.js';
import { useHasFullPermission } from '../../session/use-has-full-permission.js';
import { useSession } from '../../session/use-session.js';
import { supportedLocale } from '../../i18n/preferred-locale.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { LanguageSelect } from './language-select.js';
import { PermissionSelect } from './permission-select.js';
import { RemoveUser } from './remove-user.js';

interface UserRowProps {
  readonly user: ListedUser;
  /** It is the account's only user. */
  readonly isLast: boolean;
}

export function UserRow({ user, isLast }: UserRowProps) {
  const { t, day } = useI18n();
  const session = useSession();
  const [isAsking, asking] = useDisclosure(false);
  const mayChange = useHasFullPermission();
  const isSelf = user.id === session.user.id;
  const isPending = user.accepted_at === null;
  const isExpired = user.invitation_expires_at !== null && new Date(user.invitation_expires_at) <= now();
  const name = user.full_name ?? user.email;
  return (
    <>
      <Row
        icon={IconUser}
        title={name}
        badge={
          isSelf ? (
            <StatusBadge>{t('app.users.you')}</StatusBadge>
          ) : (
            isPending && (
              <StatusBadge tone="quiet">
                {t(isExpired ? 'app.users.expired' : 'app.users.pending')}
              </StatusBadge>
            )
          )
        }
        details={[
          user.full_name === null ? undefined : user.email,
          isSelf ? undefined : localeNames[supportedLocale(user.locale)],
          mayChange ? undefined : t(user.permission === 'full' ? 'app.users.full' : 'app.users.restricted'),
          isPending
            ? t('app.users.invitedOn', { date: day(user.invited_at) })
            : t('app.users.since', { date: day(user.created_at) }),
        ]}
        actions={
          <>
            {isSelf && <LanguageSelect />}
            <FullPermissionOnly>
              <PermissionSelect user={user} name={name} isSelf={isSelf} />
              {isPending && !isSelf && <InviteAgain user={user} name={name} />}
              <Button
                variant="default"
                size="sm"
                aria-label={t('app.users.removeOf', { name })}
                onClick={asking.open}
              >
                {t('app.users.remove')}
              </Button>
            </FullPermissionOnly>
          </>
        }
      />
      {isAsking && <RemoveUser user={user} isSelf={isSelf} isLast={isLast} onClose={asking.close} />}
    </>
  );
}

function InviteAgain({ user, name }: { readonly user: ListedUser; readonly name: string }) {
  const { t } = useI18n();
  const { account } = useScope();
  const errorText = useErrorText();
  const invitation = useAccountMutation(
    () => appRequest('POST', accountEndpoint(account, `users/${user.id}/invitation`)),
    {
      successMessage: t('app.users.invited', { address: user.email }),
      invalidates: ['users'],
    },
  );
  return (
    <Button
      variant="default"
      size="sm"
      loading={invitation.isPending}
      aria-label={t('app.users.inviteAgainOf', { name })}
      onClick={() =>
        invitation.mutate(undefined, {
          onError: (error) => void notifications.show({ color: 'red', message: errorText(error) }),
        })
      }
    >
      {t('app.users.inviteAgain')}
    </Button>
  );
}
