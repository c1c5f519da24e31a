import { Text } from '@mantine/core';
import { useExplain } from '../api/explain.js';

/** Why what was asked for was not done; nothing where nothing went wrong. */
export function ErrorText({ error }: { readonly error: unknown }) {
  const explain = useExplain();
  if (!error) return null;
  return (
    <Text c="var(--mantine-color-error)" role="alert" style={{ whiteSpace: 'pre-line' }}>
      {explain(error)}
    </Text>
  );
}
