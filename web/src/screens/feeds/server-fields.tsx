import { PasswordInput, TextInput } from '@mantine/core';
import { useI18n } from '../../i18n/use-i18n.js';
import { typeHelp } from './feed-types.js';

export interface ServerValues {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

interface ServerFieldsProps {
  readonly type: string;
  readonly inputOf: (field: keyof ServerValues) => object;
  /** A hint about the stored password. */
  readonly storedPassword?: string | undefined;
}

/** Hints depend on the type. */
export function ServerFields({ type, inputOf, storedPassword }: ServerFieldsProps) {
  const { t } = useI18n();
  const help = typeHelp(type)?.server;
  const hints = [help && t(help.password), storedPassword];
  return (
    <>
      <TextInput
        {...inputOf('url')}
        label={t('app.servers.url')}
        description={help && t(help.url)}
        placeholder={help?.address}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      {(help === undefined || help.username !== undefined) && (
        <TextInput
          {...inputOf('username')}
          label={t('app.servers.username')}
          description={help?.username && t(help.username)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <PasswordInput
        {...inputOf('password')}
        label={t('app.servers.password')}
        description={hints.filter(Boolean).join(' ')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('app.servers.showPassword') }}
      />
    </>
  );
}

/** The API requires a username even if the source needs none. */
export const placeholderUsername = 'regrove';

export const usernameOf = ({ username }: ServerValues): string => username.trim() || placeholderUsername;
