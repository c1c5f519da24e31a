import type { Locale } from '../../../messages/locales.js';
import { bufferOf } from '../../../platform/thread-task.js';
import { siblingModule, type ThreadTask, type WorkerThreads } from '../../../platform/worker-threads.js';
import type { CarbonFacts } from './carbon-facts.js';
import type { CarbonPdfInput } from './carbon-thread.js';

const task: ThreadTask<CarbonPdfInput, Uint8Array> = {
  name: 'carbon certificate PDF',
  module: siblingModule(import.meta.url, 'carbon-thread'),
};

/** Renders in a worker thread, so that other requests are not blocked. */
export const renderCarbonInThread = async (
  threads: WorkerThreads,
  facts: CarbonFacts,
  locale: Locale,
  account: string,
): Promise<Buffer> => bufferOf(await threads.run(task, { facts, locale }, account));
