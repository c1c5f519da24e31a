import { useScope } from '../../api/scope.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { useI18n } from '../../i18n/use-i18n.js';
import type { AccountSummary } from './account-summary.js';
import { useChildAccountMutation } from './use-child-account-mutation.js';

interface ToggleAccountProps {
  readonly child: AccountSummary;
  readonly onClose: () => void;
}

export function ToggleAccount({ child, onClose }: ToggleAccountProps) {
  const { t } = useI18n();
  const { client } = useScope();
  const isActive = child.status === 'active';
  const change = useChildAccountMutation(
    () => (isActive ? client.accounts.deactivate(child.id) : client.accounts.activate(child.id)),
    {
      successMessage: t(isActive ? 'app.accounts.deactivated' : 'app.accounts.activated'),
      onSuccess: onClose,
    },
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
