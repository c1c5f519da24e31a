import type { CreatedApiKey } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { ShownKey } from './shown-key.js';

interface NewKeyDialogProps {
  readonly created: CreatedApiKey;
  readonly onClose: () => void;
}

export function NewKeyDialog({ created, onClose }: NewKeyDialogProps) {
  const { t } = useI18n();
  return (
    <ShownKey
      title={t('app.keys.newKeyTitle')}
      label={created.name ?? t('app.keys.unnamed')}
      apiKey={created.key}
      path="account"
      onClose={onClose}
    />
  );
}
