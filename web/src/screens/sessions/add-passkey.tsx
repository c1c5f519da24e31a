import { useAccountMutation } from '../../api/use-account-mutation.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { usePasskeyName } from '../../session/passkey-name.js';
import { addPasskey } from '../../session/passkeys.js';
import { PasskeyNameDialog } from './passkey-name-dialog.js';

export function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { t } = useI18n();
  const adding = useAccountMutation(addPasskey, {
    successMessage: t('app.passkeys.added'),
    onSuccess: onClose,
    invalidates: ['passkeys'],
  });
  return (
    <PasskeyNameDialog
      title={t('app.passkeys.add')}
      action={t('app.passkeys.continue')}
      name={usePasskeyName()}
      mutation={adding}
      onClose={onClose}
    />
  );
}
