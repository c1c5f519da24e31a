import { PasswordInput, TextInput } from '@mantine/core';
import { useI18n } from '../../i18n/use-i18n.js';
import { typeHelp } from './feed-types.js';

export interface ServerValues {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** What the fields of a form are given, by the form that they are in. */
interface ServerFieldsProps {
  readonly type: string;
  readonly inputOf: (field: keyof ServerValues) => object;
  /** What is to be said of a password that is there already, and shown to nobody. */
  readonly storedPassword?: string | undefined;
}

/** Where to read, and as whom: what each means is another thing for every type. */
export function ServerFields({ type, inputOf, storedPassword }: ServerFieldsProps) {
  const { t } = useI18n();
  const help = typeHelp(type);
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

/** The API wants a name also where the source does not ask for one. */
export const placeholderUsername = 'regrove';

export const usernameOf = ({ username }: ServerValues): string => username.trim() || placeholderUsername;
