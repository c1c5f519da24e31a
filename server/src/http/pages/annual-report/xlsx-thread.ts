import { i18nFor } from '../../../messages/i18n.js';
import { threadTask } from '../../../platform/thread-task.js';
import type { ReportFacts } from './report-forms.js';
import { renderReportXlsx } from './render-report-xlsx.js';

export const run = threadTask((facts: ReportFacts): Promise<Uint8Array> =>
  renderReportXlsx(facts, i18nFor(facts.locale)),
);
