import { ApiError } from '@regrove/sdk';
import { useIntl } from 'react-intl';
import type { Reason } from '../../../server/src/platform/reason.js';
import type { MessageKey } from '../i18n/use-i18n.js';
import { AppError } from './app-request.js';

type Params = NonNullable<Reason['params']>;

/** For a line of a file: the field is the column, or null. */
type LineReason = Omit<Reason, 'field'> & { readonly field?: string | null };

/** The reason in an error response, if it has one. */
export function reasonOf(error: unknown): Reason | undefined {
  const body = error instanceof ApiError || error instanceof AppError ? error.body : undefined;
  const reason = (body as { reason?: Reason } | null | undefined)?.reason;
  return typeof reason?.code === 'string' ? reason : undefined;
}

/** A rounded limit would be another limit. */
const allDigits = { maximumFractionDigits: 15 } as const;

interface ReasonText {
  /** Undefined if there is no message for the reason. */
  readonly reasonText: (reason: Omit<Reason, 'field'>) => string | undefined;
  /** Begins with the column's name as it is in the file. */
  readonly lineText: (reason: LineReason) => string | undefined;
}

export function useReasonText(): ReasonText {
  const intl = useIntl();
  const t = (key: MessageKey, params: Params = {}): string => {
    const shown = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? intl.formatNumber(value, allDigits) : value,
    ]);
    return intl.formatMessage({ id: key }, Object.fromEntries(shown) as Record<string, string>);
  };
  const reasonText = ({ code, params, lines = [] }: Omit<Reason, 'field'>): string | undefined => {
    if (!(`refusal.${code}` in intl.messages)) return undefined;
    const more = Number(params?.['more'] ?? 0);
    return [
      t(`refusal.${code}`, params),
      ...lines.map(({ line, what, reason }) =>
        t('app.refusal.line', { line, what: (reason && lineText(reason)) ?? what }),
      ),
      ...(more > 0 ? [t('app.refusal.more', { count: more })] : []),
    ].join('\n');
  };
  const lineText = (reason: LineReason): string | undefined => {
    const what = reasonText(reason);
    const { field, params: { value } = {} } = reason;
    if (what === undefined || !field) return what;
    return value === undefined
      ? t('app.refusal.field', { field, what })
      : t('app.refusal.fieldValue', { field, value, what });
  };
  return { reasonText, lineText };
}
