import { Text } from '@mantine/core';
import { useExplanation } from '../api/explain.js';

/** Why what was asked for was not done, or words that say so; nothing where nothing went wrong. */
export function ErrorText({ error }: { readonly error: unknown }) {
  const explain = useExplanation();
  if (!error) return null;
  const { text, lang } = typeof error === 'string' ? { text: error } : explain(error);
  return (
    <Text c="var(--mantine-color-error)" role="alert" lang={lang} style={{ whiteSpace: 'pre-line' }}>
      {text}
    </Text>
  );
}
