import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { appRequest } from '../../api/app-request.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import type { Passkey, PasskeyChanges } from '../../api/wire.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { Row } from '../../components/rows.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconKey } from '../../icons/icons.js';
import { PasskeyNameDialog } from './passkey-name-dialog.js';

export function PasskeyRow({ passkey }: { readonly passkey: Passkey }) {
  const { t, day, moment } = useI18n();
  const [isRenaming, renaming] = useDisclosure(false);
  const [isRemoving, removing] = useDisclosure(false);
  const { name, created_at: createdAt, last_used_at: usedAt } = passkey;
  return (
    <>
      <Row
        icon={IconKey}
        title={name}
        details={[
          t('app.passkeys.createdOn', { date: day(createdAt) }),
          usedAt === null
            ? t('app.passkeys.neverUsed')
            : t('app.passkeys.lastUsed', { moment: moment(usedAt) }),
        ]}
        actions={
          <>
            <Button
              variant="default"
              size="sm"
              aria-label={t('app.passkeys.renameOf', { name })}
              onClick={renaming.open}
            >
              {t('app.passkeys.rename')}
            </Button>
            <Button
              variant="default"
              size="sm"
              aria-label={t('app.passkeys.removeOf', { name })}
              onClick={removing.open}
            >
              {t('app.passkeys.remove')}
            </Button>
          </>
        }
      />
      {isRenaming && <RenamePasskey passkey={passkey} onClose={renaming.close} />}
      {isRemoving && <RemovePasskey passkey={passkey} onClose={removing.close} />}
    </>
  );
}

interface DialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenamePasskey({ passkey: { id, name }, onClose }: DialogProps) {
  const { t } = useI18n();
  const change = (changed: string) => {
    const body: PasskeyChanges = { name: changed };
    return appRequest<Passkey>('PATCH', `passkeys/${id}`, { body });
  };
  const renaming = useAccountMutation(change, {
    successMessage: t('app.passkeys.renamed'),
    onSuccess: onClose,
    invalidates: ['passkeys'],
  });
  return (
    <PasskeyNameDialog
      title={t('app.passkeys.renameOf', { name })}
      action={t('app.passkeys.rename')}
      name={name}
      mutation={renaming}
      onClose={onClose}
    />
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: DialogProps) {
  const { t } = useI18n();
  const removal = useAccountMutation(() => appRequest('DELETE', `passkeys/${id}`), {
    successMessage: t('app.passkeys.removed'),
    onSuccess: onClose,
    invalidates: ['passkeys'],
  });
  return (
    <ConfirmMutation
      title={t('app.passkeys.removeTitle')}
      text={t('app.passkeys.removeText', { name })}
      action={t('app.passkeys.remove')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
