import type { Static } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { readAnnualReport } from '../../../features/reports/read-annual-report.js';
import type { Context } from '../../../database/context.js';
import { i18nFor } from '../../../messages/i18n.js';
import type { Locale } from '../../../messages/locales.js';
import type { AnnualReport, AnnualReportQuery } from '../../../wire/annual-report.js';
import { presentAnnualReport } from '../../../wire/present-annual-report.js';
import { certificateNumber } from '../certificate-number.js';

interface ReportRequest {
  readonly context: Context;
  readonly account: Account;
  readonly query: Pick<Static<typeof AnnualReportQuery>, 'year' | 'include_descendants'>;
}

/** The report as the API presents it, of which its other forms are made. */
export async function annualReport(
  { context, account, query }: ReportRequest,
  locale: Locale,
): Promise<Static<typeof AnnualReport>> {
  const report = await readAnnualReport(context, account, {
    year: Number(query.year),
    includesBelow: query.include_descendants === 'true',
  });
  return presentAnnualReport(report, i18nFor(locale), certificateNumber);
}
