import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useErrorText } from '../api/error-message.js';
import { screenPath } from '../api/scope.js';
import type { Invitation } from '../api/wire.js';
import { FullPermissionOnly } from '../components/full-permission-only.js';
import { acceptInvitation, declineInvitation } from '../session/session-api.js';
import { useHasFullPermission } from '../session/use-has-full-permission.js';
import { useUpdateSession, useRemoveInvitation, useSession } from '../session/use-session.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './banner.module.css';

/** Anyone can send invitations; the rest appear as these are answered. */
const maxShown = 3;

export function Invitations() {
  const { t } = useI18n();
  const { invitations } = useSession();
  if (invitations.length === 0) return null;
  return (
    <aside aria-label={t('app.invitations.label')}>
      {invitations.slice(0, maxShown).map((invitation) => (
        <Offer key={invitation.id} invitation={invitation} />
      ))}
    </aside>
  );
}

function Offer({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const move = useUpdateSession();
  const forget = useRemoveInvitation();
  const { id, account_id: accountId, display_name: account } = invitation;
  const onError = (error: unknown): void =>
    void notifications.show({ color: 'red', message: errorText(error) });
  const acceptance = useMutation({
    mutationFn: async () => {
      await acceptInvitation(id);
      await move.mutateAsync({ account_id: accountId });
    },
    // A full page load, so that nothing of one account is left in the other.
    onSuccess: () => location.assign(screenPath(accountId)),
    onError,
  });
  const refusal = useMutation({
    mutationFn: () => declineInvitation(id),
    onSuccess: () => {
      forget(id);
      notifications.show({ message: t('app.invitations.declined') });
    },
    onError,
  });
  const mayChange = useHasFullPermission();
  const isBusy = acceptance.isPending || refusal.isPending;
  return (
    <div className={classes['band']}>
      <p className={classes['where']}>
        {t('app.invitations.text', { account })}
        {!mayChange && ` ${t('app.invitations.byMail')}`}
      </p>
      <FullPermissionOnly>
        <Group gap="xs">
          <Button
            size="sm"
            loading={acceptance.isPending}
            disabled={isBusy}
            aria-label={t('app.invitations.acceptOf', { account })}
            onClick={() => acceptance.mutate()}
          >
            {t('app.invitations.accept')}
          </Button>
          <Button
            size="sm"
            variant="default"
            loading={refusal.isPending}
            disabled={isBusy}
            aria-label={t('app.invitations.declineOf', { account })}
            onClick={() => refusal.mutate()}
          >
            {t('app.invitations.decline')}
          </Button>
        </Group>
      </FullPermissionOnly>
    </div>
  );
}
