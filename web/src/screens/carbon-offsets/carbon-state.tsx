import { Badge } from '@mantine/core';
import type { CarbonOffset } from '@regrove/sdk';
import { useWords, type MessageKey } from '../../words/words.js';

export const stateKeys: Readonly<Record<CarbonOffset['status'], MessageKey>> = {
  processing: 'app.carbonOffsets.waiting',
  fulfilled: 'app.carbonOffsets.fulfilled',
};

/** Whether credits have been assigned in full. */
export function CarbonState({ offset: { status } }: { readonly offset: CarbonOffset }) {
  const { say } = useWords();
  return (
    <Badge variant="light" {...(status === 'processing' && { color: 'gray' })}>
      {say(stateKeys[status])}
    </Badge>
  );
}
