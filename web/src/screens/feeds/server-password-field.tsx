import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useI18n } from '../../i18n/use-i18n.js';

/** For feeds that name hosts. The stored password is only sent to hosts that were named by someone who knows it. */
export function ServerPasswordField(input: PasswordInputProps) {
  const { t } = useI18n();
  return (
    <PasswordInput
      {...input}
      label={t('app.feeds.serverPassword')}
      description={t('app.feeds.serverPasswordHint')}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('app.servers.showPassword') }}
    />
  );
}
