import { ApiError, ConnectionError, RateLimitError, ServerError } from '@regrove/sdk';
import { AppError } from './app-request.js';
import { fieldLabels } from './field-labels.js';
import type { Reason } from '../../../server/src/platform/reason.js';
import { reasonOf, useReasonText } from './reason.js';
import { useI18n } from '../i18n/use-i18n.js';

const statusOf = (error: unknown): number =>
  error instanceof ApiError || error instanceof AppError ? error.status : 0;

const isServerError = (error: unknown): boolean => error instanceof ServerError || statusOf(error) >= 500;

const isConnectionError = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof TypeError;

/** The request may have reached the server, and its response got lost. */
export const mayHaveSucceeded = (error: unknown): boolean => isConnectionError(error) || isServerError(error);

export interface ErrorMessage {
  readonly text: string;
  /** Set if it is not in the reader's language. */
  readonly lang?: 'en';
}

/** In the reader's language where there is a message for it, otherwise the server's English. */
export function useErrorMessage(): (error: unknown) => ErrorMessage {
  const { t } = useI18n();
  const refusal = useLabelledReason();
  return (error) => {
    const status = statusOf(error);
    if (isConnectionError(error)) return { text: t('app.error.noAnswer') };
    if (error instanceof RateLimitError || status === 429) return { text: t('app.error.tooMany') };
    if (isServerError(error)) return { text: t('app.error.server') };
    if (!(error instanceof Error) || status === 0) return { text: t('app.error.unknown') };
    const reason = reasonOf(error);
    const text = reason && refusal(reason);
    return text === undefined ? { text: error.message, lang: 'en' } : { text };
  };
}

export function useErrorText(): (error: unknown) => string {
  const errorMessage = useErrorMessage();
  return (error) => errorMessage(error).text;
}

/** Away from its field, a message begins with the field's label; undefined if it has none. */
function useLabelledReason(): (reason: Reason) => string | undefined {
  const { t } = useI18n();
  const { reasonText } = useReasonText();
  return (reason) => {
    const what = reasonText(reason);
    if (what === undefined || !reason.field) return what;
    const label = fieldLabels[reason.field.replace(/\[.*$/, '')];
    return label && t('app.refusal.field', { field: t(label), what });
  };
}
