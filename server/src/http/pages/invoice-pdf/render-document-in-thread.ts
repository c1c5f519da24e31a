import type { DocumentFacts } from '../../../features/billing/document-facts.js';
import type { Locale } from '../../../messages/locales.js';
import { bufferOf } from '../../../platform/thread-task.js';
import { siblingModule, type ThreadTask, type WorkerThreads } from '../../../platform/worker-threads.js';
import type { DocumentInput } from './document-thread.js';

const task: ThreadTask<DocumentInput, Uint8Array> = {
  name: 'invoice PDF',
  module: siblingModule(import.meta.url, 'document-thread'),
};

/** Renders in a worker thread, so that other requests are not blocked. */
export const renderDocumentInThread = async (
  threads: WorkerThreads,
  facts: DocumentFacts,
  locale: Locale,
  account: string,
): Promise<Buffer> => bufferOf(await threads.run(task, { facts, locale }, account));
