import { accountEndpoint, appRequest } from '../../api/app-request.js';
import { useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { ListedSandbox } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { SandboxRow } from './sandbox-row.js';

interface OwnSandboxRowProps {
  readonly sandbox: ListedSandbox;
}

export function OwnSandboxRow({ sandbox }: OwnSandboxRowProps) {
  const { t, clock, day } = useI18n();
  const { advancing_to: to } = sandbox;
  return (
    <SandboxRow
      sandbox={sandbox}
      isOpenable
      badge={to && <StatusBadge tone="busy">{t('app.sandbox.advancing', { date: day(to) })}</StatusBadge>}
      details={[t('app.sandboxes.clock', { moment: clock(sandbox.now) })]}
      deletion={(close) => <DeleteSandbox sandbox={sandbox} onClose={close} />}
    />
  );
}

function DeleteSandbox({ sandbox, onClose }: OwnSandboxRowProps & { readonly onClose: () => void }) {
  const { t } = useI18n();
  const { account } = useScope();
  const { id, name } = sandbox;
  const deletion = useAccountMutation(
    () => appRequest('DELETE', accountEndpoint(account, `sandboxes/${id}`)),
    { successMessage: t('app.sandboxes.deleted'), onSuccess: onClose, invalidates: ['sandboxes'] },
  );
  return (
    <ConfirmMutation
      title={t('app.sandboxes.deleteTitle', { name })}
      text={t('app.sandboxes.deleteText')}
      action={t('app.sandboxes.delete')}
      mutation={deletion}
      onClose={onClose}
    />
  );
}
