import type { User } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { useChange } from '../../api/use-change.js';
import { ConfirmChange } from '../../components/confirm-change.js';
import { useForgetSession } from '../../session/use-session.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface RemoveUserProps {
  readonly user: User;
  readonly isSelf: boolean;
  readonly isLast: boolean;
  readonly onClose: () => void;
}

/** Nobody locks themselves or all others out without having been told. */
export function RemoveUser({ user, isSelf, isLast, onClose }: RemoveUserProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const forget = useForgetSession();
  const name = user.full_name ?? user.email;
  const removal = useChange(() => client.users.delete(user.id), {
    said: t('app.users.removed', { name }),
    onDone: () => {
      onClose();
      // The session has ended with its user.
      if (isSelf) forget();
    },
    touches: isSelf ? [] : ['users'],
  });
  return (
    <ConfirmChange
      title={isSelf ? t('app.users.removeSelfTitle') : t('app.users.removeTitle', { name })}
      text={isSelf ? t('app.users.removeSelfText') : t('app.users.removeText', { address: user.email })}
      more={isLast ? t('app.users.removeLast') : undefined}
      action={t('app.users.remove')}
      change={removal}
      onClose={onClose}
    />
  );
}
