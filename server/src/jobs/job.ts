import type { Context } from '../platform/context.js';

/** Work that comes round. Each run must be safe beside another one, on this machine or the next. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(context: Context): Promise<void>;
}
