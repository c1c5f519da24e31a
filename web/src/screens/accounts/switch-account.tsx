import { useScope } from '../../api/scope.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { ListedAccount } from './account-row.js';
import { useAccountChange } from './use-account-change.js';

interface SwitchAccountProps {
  readonly child: ListedAccount;
  readonly onClose: () => void;
}

/** Active to inactive, or back, once one knows what that means. */
export function SwitchAccount({ child, onClose }: SwitchAccountProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const isActive = child.status === 'active';
  const change = useAccountChange(
    () => (isActive ? client.accounts.deactivate(child.id) : client.accounts.activate(child.id)),
    { said: t(isActive ? 'app.accounts.deactivated' : 'app.accounts.activated'), onDone: onClose },
  );
  const account = child.display_name;
  return (
    <ConfirmDialog
      title={t(isActive ? 'app.accounts.deactivateTitle' : 'app.accounts.activateTitle', { account })}
      text={t(isActive ? 'app.accounts.deactivateText' : 'app.accounts.activateText')}
      action={t(isActive ? 'app.accounts.deactivate' : 'app.accounts.activate')}
      error={change.error}
      isBusy={change.isPending}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    />
  );
}
