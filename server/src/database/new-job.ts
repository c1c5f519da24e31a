export interface NewJob {
  readonly task: { readonly name: string; readonly attempts: number };
  readonly payload: unknown;
  /** Only one job with this key waits at a time. Enqueuing it again waits for the transaction of the first. */
  readonly key?: string;
  readonly inSeconds?: number;
  /** Jobs of the same queue run one after the other, whichever processes take them. */
  readonly queue?: string;
}
