import { i18nFor } from '../../../messages/i18n.js';
import { threadTask } from '../../../platform/thread-task.js';
import type { ReportFacts } from './report-forms.js';
import { renderReportPdf } from './render-report-pdf.js';

export const run = threadTask((facts: ReportFacts): Promise<Uint8Array> =>
  renderReportPdf(facts, i18nFor(facts.locale)),
);
