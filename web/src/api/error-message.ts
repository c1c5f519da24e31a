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

/** Whether what was asked for may have been done all the same. */
export const mayHaveSucceeded = (error: unknown): boolean => isConnectionError(error) || isServerError(error);

export interface ErrorMessage {
  readonly text: string;
  /** Set where it is not the reader's language. */
  readonly lang?: 'en';
}

/** Says what went wrong, in the reader's language where there are words for it; else in the server's own, which are English. */
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

/** Where no field is beside it, a refusal names the field by its label; undefined where it has none. */
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
