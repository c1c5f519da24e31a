import type { Static } from '@sinclair/typebox';
import { AnnualReport, AnnualReportQuery } from '../../wire/annual-report.js';
import { annualReport, reportFile } from '../pages/annual-report/annual-report.js';
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
    renditions: Object.values(reportForms).map((form) => ({
      mediaType: form.mediaType,
      render: async (anyCall: AnyCall) => {
        const call = { ...anyCall, query: anyCall.query as Query };
        return reportFile({ ...call, whose: call.caller.id }, await reportLocale(call), form);
      },
    })),
  }),
];
