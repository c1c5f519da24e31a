import { AnnualReport, AnnualReportQuery } from '../../../wire/annual-report.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import { annualReport, reportFile } from '../../pages/annual-report/annual-report.js';
import { reportForms, type ReportForm } from '../../pages/annual-report/report-forms.js';
import { reportLocale } from '../../pages/annual-report/report-locale.js';
import { download, pdfsPerMinute, type DownloadRoute } from '../dashboard-route.js';

const file = (extension: string, form: ReportForm): DownloadRoute =>
  download({
    operation: `getAnnualReport-${extension}`,
    path: `/reports/annual.${extension}`,
    summary: `The annual report as ${extension.toUpperCase()}`,
    perMinute: pdfsPerMinute,
    query: AnnualReportQuery,
    open: async (call) => {
      const { name, bytes } = await reportFile(
        { ...call, whose: call.caller.id },
        await reportLocale(call),
        form,
      );
      return { name, type: form.mediaType, parts: [bytes] };
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
