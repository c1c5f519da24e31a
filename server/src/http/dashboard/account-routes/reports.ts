import { AnnualReport, AnnualReportQuery } from '../../../wire/annual-report.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import { annualReport } from '../../pages/annual-report/annual-report.js';
import { reportForms, type ReportForm } from '../../pages/annual-report/report-forms.js';
import { reportLocale } from '../../pages/annual-report/report-locale.js';
import { download, pdfsPerMinute, type DownloadRoute } from '../dashboard-route.js';

const file = (extension: string, { mediaType, nameOf, render }: ReportForm): DownloadRoute =>
  download({
    operation: `getAnnualReport-${extension}`,
    path: `/reports/annual.${extension}`,
    summary: `The annual report as ${extension.toUpperCase()}`,
    perMinute: pdfsPerMinute,
    query: AnnualReportQuery,
    open: async (call) => {
      const { context, caller } = call;
      const locale = await reportLocale(call);
      const report = await annualReport(call, locale);
      const facts = { report, locale, isSandbox: context.sandbox !== undefined };
      const parts = [await render(context.threads, facts, caller.id)];
      return { name: nameOf(report.year), type: mediaType, parts };
    },
  });

const write = jsonWriter(AnnualReport);

/** With all digits, which a browser would lose. */
const json = download({
  operation: 'getAnnualReport-json',
  path: '/reports/annual.json',
  summary: 'The annual report as a JSON file',
  perMinute: pdfsPerMinute,
  query: AnnualReportQuery,
  open: async (call) => {
    const report = await annualReport(call, await reportLocale(call));
    const name = `annual-report-${report.year}.json`;
    return { name, type: 'application/json', parts: [Buffer.from(write(report))] };
  },
});

export const reportFileRoutes = [
  ...Object.entries(reportForms).map(([extension, form]) => file(extension, form)),
  json,
];
