import { TextInput, type TextInputProps } from '@mantine/core';
import type { FeedType } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { externalIdLabel, typeHelp } from './feed-types.js';

interface ExternalIdFieldProps extends TextInputProps {
  readonly type: string;
  readonly pull: FeedType | undefined;
}

/** Its meaning depends on the type. */
export function ExternalIdField({ type, pull, ...input }: ExternalIdFieldProps) {
  const { t } = useI18n();
  const { externalId, example = '' } = typeHelp(type) ?? {};
  const hint = externalId ?? (pull ? undefined : 'app.feeds.push.externalId');
  return (
    <TextInput
      label={t(externalIdLabel(type, pull))}
      description={hint && t(hint, { example })}
      placeholder={example}
      {...input}
    />
  );
}
