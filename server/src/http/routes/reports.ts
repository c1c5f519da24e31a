import type { Static } from '@sinclair/typebox';
import { AnnualReport, AnnualReportQuery } from '../../wire/annual-report.js';
import { annualReport } from '../pages/annual-report/annual-report.js';
import { reportForms } from '../pages/annual-report/report-forms.js';
import { reportLocale } from '../pages/annual-report/report-locale.js';
import { route, type AnyCall } from '../route.js';

type Query = Static<typeof AnnualReportQuery>;

export const reportRoutes = [
  route({
    operation: 'getAnnualReport',
    method: 'GET',
    path: '/reports/annual',
    summary:
      'The annual report: paper by month and source, its gross emissions, trees and credits; as PDF or XLSX by Accept',
    query: AnnualReportQuery,
    reply: AnnualReport,
    handle: async (call) => annualReport(call, await reportLocale(call)),
    renditions: Object.values(reportForms).map(({ mediaType, nameOf, render }) => ({
      mediaType,
      render: async (call: AnyCall, answer: unknown) => {
        const { context, caller } = call;
        const report = answer as Static<typeof AnnualReport>;
        const locale = await reportLocale({ ...call, query: call.query as Query });
        const facts = { report, locale, isSandbox: context.sandbox !== undefined };
        return { name: nameOf(report.year), bytes: await render(context.threads, facts, caller.id) };
      },
    })),
  }),
];
