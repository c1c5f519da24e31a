import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useWords } from '../../words/words.js';

/** For feeds that name hosts: the server's stored password goes to those only that are named by someone who knows it. */
export function ServerPassword(input: PasswordInputProps) {
  const { say } = useWords();
  return (
    <PasswordInput
      {...input}
      label={say('app.feeds.serverPassword')}
      description={say('app.feeds.serverPasswordHint')}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': say('app.servers.showPassword') }}
    />
  );
}
