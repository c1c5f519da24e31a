import { bufferOf } from '../thread-task.js';
import { moduleBeside, type ThreadTask, type WorkerThreads } from '../worker-threads.js';
import type { Pictures } from './make-pictures.js';

const task: ThreadTask<Uint8Array, Readonly<Record<keyof Pictures, Uint8Array>>> = {
  name: 'project pictures',
  module: moduleBeside(import.meta.url, 'picture-thread'),
};

/** Pictures of a file, made where it holds nobody up: four megapixels take a second. */
export async function makeInThread(threads: WorkerThreads, file: Buffer): Promise<Pictures> {
  const { page, print } = await threads.run(task, file);
  return { page: bufferOf(page), print: bufferOf(print) };
}
