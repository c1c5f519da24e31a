import type { Language } from '../../../messages/i18n.js';
import { loadSharp } from '../../../platform/images/sharp.js';
import { bufferOf } from '../../../platform/thread-task.js';
import { siblingModule, type ThreadTask, type WorkerThreads } from '../../../platform/worker-threads.js';
import { cardSize } from './card-size.js';
import type { CardInput } from './card-thread.js';
import type { CardFacts } from './draw-card.js';

const task: ThreadTask<CardInput, Uint8Array> = {
  name: 'share card',
  module: siblingModule(import.meta.url, 'card-thread'),
};

/** The card as PNG. Drawn in a worker thread, so that other requests are not blocked. */
export async function renderCardInThread(
  threads: WorkerThreads,
  facts: CardFacts,
  { locale, claims }: Language,
  account: string,
): Promise<Buffer> {
  const pixels = bufferOf(await threads.run(task, { facts, language: { locale, claims } }, account));
  const open = await loadSharp();
  return open(pixels, { raw: { ...cardSize, channels: 3 } })
    .png({ palette: true, colours: 64 })
    .toBuffer();
}
