import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedUser } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { useClearSession } from '../../session/use-session.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface RemoveUserProps {
  readonly user: ListedUser;
  readonly isSelf: boolean;
  readonly isLast: boolean;
  readonly onClose: () => void;
}

/** Warns before users lock out themselves or everyone. The server keeps the last one with full permission. */
export function RemoveUser({ user, isSelf, isLast, onClose }: RemoveUserProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const forget = useClearSession();
  const name = user.full_name ?? user.email;
  const removal = useAccountMutation(() => client.users.delete(user.id), {
    successMessage: t('app.users.removed', { name }),
    onSuccess: () => {
      onClose();
      // The session ends with its user.
      if (isSelf) forget();
    },
    invalidates: isSelf ? [] : ['users'],
  });
  return (
    <ConfirmMutation
      title={isSelf ? t('app.users.removeSelfTitle') : t('app.users.removeTitle', { name })}
      text={isSelf ? t('app.users.removeSelfText') : t('app.users.removeText', { address: user.email })}
      more={isLast && user.permission === 'restricted' ? t('app.users.removeLast') : undefined}
      action={t('app.users.remove')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
