import { NativeSelect } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useErrorText } from '../../api/error-message.js';
import { sessionKey } from '../../api/query-client.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedUser } from '../../api/wire.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { usePermissionOptions, type Permission } from './permission-options.js';

interface PermissionSelectProps {
  readonly user: ListedUser;
  readonly name: string;
  readonly isSelf: boolean;
}

/** Asks before users restrict themselves, because they cannot undo it. */
export function PermissionSelect({ user, name, isSelf }: PermissionSelectProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const queries = useQueryClient();
  const errorText = useErrorText();
  const options = usePermissionOptions();
  const [isAsking, asking] = useDisclosure(false);
  const change = useAccountMutation(
    (permission: Permission) => client.users.update(user.id, { permission }),
    {
      successMessage: t('app.users.permissionSaved', { name }),
      onSuccess: async () => {
        asking.close();
        if (isSelf) await queries.invalidateQueries({ queryKey: sessionKey });
      },
      invalidates: ['users'],
    },
  );
  const choose = (permission: Permission): void => {
    if (isSelf) asking.open();
    else
      change.mutate(permission, {
        onError: (error) => void notifications.show({ color: 'red', message: errorText(error) }),
      });
  };
  return (
    <>
      <NativeSelect
        size="sm"
        aria-label={t('app.users.permissionOf', { name })}
        disabled={change.isPending}
        value={user.permission}
        onChange={(event) => choose(event.currentTarget.value as Permission)}
        data={options}
      />
      {isAsking && (
        <ConfirmDialog
          title={t('app.users.restrictSelfTitle')}
          text={t('app.users.restrictSelfText')}
          action={t('app.users.restrict')}
          error={change.error}
          isBusy={change.isPending}
          onConfirm={() => change.mutate('restricted')}
          onClose={asking.close}
        />
      )}
    </>
  );
}
