import { bufferOf, threadTask } from '../thread-task.js';
import { makePictures } from './make-pictures.js';

/** What the thread does. */
export const run = threadTask((file: Uint8Array) => makePictures(bufferOf(file)));
