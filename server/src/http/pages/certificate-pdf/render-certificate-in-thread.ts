import type { Language } from '../../../messages/i18n.js';
import { bufferOf } from '../../../platform/thread-task.js';
import { siblingModule, type ThreadTask, type WorkerThreads } from '../../../platform/worker-threads.js';
import type { CertificateFacts } from '../certificate-facts.js';
import type { PdfInput } from './certificate-thread.js';

const task: ThreadTask<PdfInput, Uint8Array> = {
  name: 'certificate PDF',
  module: siblingModule(import.meta.url, 'certificate-thread'),
};

/** Renders in a worker thread, so that other requests are not blocked. */
export const renderCertificateInThread = async (
  threads: WorkerThreads,
  facts: CertificateFacts,
  { locale, claims }: Language,
  account: string,
): Promise<Buffer> => bufferOf(await threads.run(task, { facts, language: { locale, claims } }, account));
