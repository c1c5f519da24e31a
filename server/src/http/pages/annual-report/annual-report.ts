import type { Static } from '@sinclair/typebox';
import type { Account } from '../../../features/accounts/account.js';
import { makeAnnualReport } from '../../../features/reports/read-annual-report.js';
import type { Context } from '../../../database/context.js';
import { i18nFor } from '../../../messages/i18n.js';
import type { Locale } from '../../../messages/locales.js';
import type { AnnualReport, AnnualReportQuery } from '../../../wire/annual-report.js';
import { presentAnnualReport } from '../../../wire/present-annual-report.js';
import { limitBulkWork } from '../bulk-limit.js';
import { certificateNumber } from '../certificate-number.js';
import type { ReportForm } from './report-forms.js';

interface RenderedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

interface ReportRequest {
  readonly context: Context;
  readonly account: Account;
  readonly query: Pick<Static<typeof AnnualReportQuery>, 'year' | 'include_descendants'>;
}

/** The report as the API presents it, of which its other forms are made. */
export const annualReport = (request: ReportRequest, locale: Locale): Promise<Static<typeof AnnualReport>> =>
  makeOf(request, locale, (report) => Promise.resolve(report));

/** The report in another form. */
export const reportFile = (
  request: ReportRequest & { readonly whose: string },
  locale: Locale,
  { nameOf, render }: ReportForm,
): Promise<RenderedFile> =>
  makeOf(request, locale, async (report) => {
    const { threads, sandbox } = request.context;
    const facts = { report, locale, isSandbox: sandbox !== undefined };
    return {
      name: nameOf(report.year),
      bytes: await limitBulkWork(() => render(threads, facts, request.whose)),
    };
  });

const makeOf = <Made>(
  { context, account, query }: ReportRequest,
  locale: Locale,
  make: (report: Static<typeof AnnualReport>) => Promise<Made>,
): Promise<Made> =>
  makeAnnualReport(
    context,
    account,
    { year: Number(query.year), includesBelow: query.include_descendants === 'true' },
    (report) => make(presentAnnualReport(report, i18nFor(locale), certificateNumber)),
  );
