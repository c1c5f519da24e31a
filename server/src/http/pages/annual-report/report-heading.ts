import type { I18n } from '../../../messages/i18n.js';
import type { Report } from './report-tables.js';

export const titleOf = ({ year }: Pick<Report, 'year'>, { t }: I18n): string =>
  `${t('app.reports.annual')} ${year}`;

/** What a reader has to know before the first figure. */
export function headingLines(
  report: Report,
  { t, date }: I18n,
): readonly { readonly text: string; readonly isWarning: boolean }[] {
  const made = new Date(report.as_of);
  const lines = [
    `${date(new Date(report.start_date))} – ${date(new Date(report.end_date))} (UTC)`,
    ...(report.include_descendants ? [t('report.accountsBelow', { count: report.accounts_below })] : []),
    t('report.made', { date: date(made) }),
  ].map((text) => ({ text, isWarning: false }));
  return report.complete
    ? lines
    : [...lines, { text: t('app.reports.incomplete', { date: date(made) }), isWarning: true }];
}
