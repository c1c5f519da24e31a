import { Text } from '@mantine/core';
import { useErrorMessage } from '../api/error-message.js';

/** Why what was asked for was not done, or words that say so; nothing where nothing went wrong. */
export function ErrorText({ error }: { readonly error: unknown }) {
  const errorMessage = useErrorMessage();
  if (!error) return null;
  const { text, lang } = typeof error === 'string' ? { text: error } : errorMessage(error);
  return (
    <Text c="var(--mantine-color-error)" role="alert" lang={lang} style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  );
}
