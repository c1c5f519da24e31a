import { TextInput, type TextInputProps } from '@mantine/core';
import type { FeedType } from '../../api/wire.js';
import { useWords } from '../../words/words.js';
import { helpFor } from './feed-types.js';

interface ExternalIdFieldProps extends TextInputProps {
  readonly type: string;
  readonly pull: FeedType | undefined;
}

/** What of the source it is: which means something else for every type. */
export function ExternalIdField({ type, pull, ...input }: ExternalIdFieldProps) {
  const { say } = useWords();
  const hint = helpFor(type)?.externalId ?? (pull ? undefined : 'app.feeds.push.externalId');
  return (
    <TextInput
      label={say(pull ? 'app.feeds.selection' : 'app.feeds.externalId')}
      description={hint && say(hint)}
      {...input}
    />
  );
}
