import type { Locale } from '../../../messages/locales.js';
import { bufferOf } from '../../../platform/thread-task.js';
import { siblingModule, type ThreadTask, type WorkerThreads } from '../../../platform/worker-threads.js';
import type { OfferFacts } from '../offer-page/offer-facts.js';
import type { QuotePdfInput } from './quote-thread.js';

const task: ThreadTask<QuotePdfInput, Uint8Array> = {
  name: 'quote PDF',
  module: siblingModule(import.meta.url, 'quote-thread'),
};

/** Renders in a worker thread, so that other requests are not blocked. */
export const renderQuoteInThread = async (
  threads: WorkerThreads,
  facts: OfferFacts,
  locale: Locale,
  account: string,
): Promise<Buffer> => bufferOf(await threads.run(task, { facts, locale }, account));
