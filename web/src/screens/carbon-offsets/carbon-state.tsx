import { Badge } from '@mantine/core';
import type { CarbonOffset } from '@regrove/sdk';
import { useWords } from '../../words/words.js';

/** Whether credits have been assigned in full. */
export function CarbonState({ offset }: { readonly offset: CarbonOffset }) {
  const { say } = useWords();
  return offset.status === 'fulfilled' ? (
    <Badge variant="light">{say('app.carbonOffsets.fulfilled')}</Badge>
  ) : (
    <Badge variant="light" color="gray">
      {say('app.carbonOffsets.waiting')}
    </Badge>
  );
}
