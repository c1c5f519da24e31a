import { Text } from '@mantine/core';
import type { WebhookTest } from '@regrove/sdk';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useOutcomeText } from './use-outcome-text.js';

interface AnswerProps {
  readonly attempt: Omit<WebhookTest, 'succeeded'> & { readonly at?: string };
}

/** What came back from an attempt, with the beginning of the response if it had one. */
export function Answer({ attempt }: AnswerProps) {
  const { moment } = useI18n();
  const outcomeText = useOutcomeText();
  const { at, response_excerpt: excerpt } = attempt;
  const label = [...(at === undefined ? [] : [moment(at)]), outcomeText(attempt)].join(' · ');
  return excerpt ? <Snippet label={label} text={excerpt} /> : <Text>{label}</Text>;
}
