import { Skeleton, Stack } from '@mantine/core';
import { useWords } from '../words/words.js';

/** The shape of a screen before it is there. */
export function ScreenSkeleton() {
  const { say } = useWords();
  return (
    <Stack gap="xl" aria-busy="true" aria-label={say('app.loading')} role="status">
      <Skeleton height="2.25rem" width="14rem" />
      <Skeleton height="9rem" radius="lg" />
      <Skeleton height="18rem" radius="lg" />
    </Stack>
  );
}
