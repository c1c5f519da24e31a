import { PasswordInput, TextInput } from '@mantine/core';
import { useWords } from '../../words/words.js';
import { helpFor } from './feed-types.js';

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
  const { say } = useWords();
  const help = helpFor(type);
  const hints = [help && say(help.password), storedPassword];
  return (
    <>
      <TextInput
        {...inputOf('url')}
        label={say('app.servers.url')}
        description={help && say(help.url)}
        placeholder={help?.address}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      {(help === undefined || help.username !== undefined) && (
        <TextInput
          {...inputOf('username')}
          label={say('app.servers.username')}
          description={help?.username && say(help.username)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <PasswordInput
        {...inputOf('password')}
        label={say('app.servers.password')}
        description={hints.filter(Boolean).join(' ')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': say('app.servers.showPassword') }}
      />
    </>
  );
}

/** The API wants a name also where the source does not ask for one. */
export const nobody = 'regrove';

export const userIn = ({ username }: ServerValues): string => username.trim() || nobody;
