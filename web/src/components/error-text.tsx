import { Text } from '@mantine/core';
import { useErrorMessage } from '../api/error-message.js';

/** Shows an error, or a message that the caller has worded. Renders nothing if there is none. */
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
