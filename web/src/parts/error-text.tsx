import { Text } from '@mantine/core';
import { languageOf, useExplain } from '../api/explain.js';

/** Why what was asked for was not done, or words that say so; nothing where nothing went wrong. */
export function ErrorText({ error }: { readonly error: unknown }) {
  const explain = useExplain();
  if (!error) return null;
  return (
    <Text
      c="var(--mantine-color-error)"
      role="alert"
      lang={languageOf(error)}
      style={{ whiteSpace: 'pre-line' }}
    >
      {typeof error === 'string' ? error : explain(error)}
    </Text>
  );
}
