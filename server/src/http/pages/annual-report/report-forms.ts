import type { Static } from '@sinclair/typebox';
import type { Locale } from '../../../messages/locales.js';
import { bufferOf } from '../../../platform/thread-task.js';
import { siblingModule, type ThreadTask, type WorkerThreads } from '../../../platform/worker-threads.js';
import type { AnnualReport } from '../../../wire/annual-report.js';

/** What a document of a report is made of. */
export interface ReportFacts {
  readonly report: Static<typeof AnnualReport>;
  readonly locale: Locale;
  readonly isSandbox: boolean;
}

/** A report as a file, rendered in a worker thread, so that other requests are not blocked. */
export interface ReportForm {
  readonly mediaType: string;
  readonly nameOf: (year: number) => string;
  readonly render: (threads: WorkerThreads, facts: ReportFacts, account: string) => Promise<Buffer>;
}

function form(extension: string, mediaType: string): ReportForm {
  const task: ThreadTask<ReportFacts, Uint8Array> = {
    name: `annual report, ${extension}`,
    module: siblingModule(import.meta.url, `${extension}-thread`),
  };
  return {
    mediaType,
    nameOf: (year) => `annual-report-${year}.${extension}`,
    render: async (threads, facts, account) => bufferOf(await threads.run(task, facts, account)),
  };
}

export const reportForms = {
  pdf: form('pdf', 'application/pdf'),
  xlsx: form('xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
};
