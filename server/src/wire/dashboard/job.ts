import { Type } from '@sinclair/typebox';
import { Body, Count, Nullable, OneOf, Timestamp } from '../fields.js';

export const Job = Type.Object(
  {
    id: Count,
    task: Type.String(),
    about: Nullable(Type.String()),
    state: OneOf(['waiting', 'running', 'failed']),
    run_at: Timestamp,
    attempts: Count,
    max_attempts: Count,
    last_error: Nullable(Type.String()),
  },
  { title: 'Job' },
);

/** Open or failed jobs. */
export const JobsQuery = Type.Object({ state: OneOf(['open', 'failed']) });

export const Jobs = Type.Object(
  {
    /** The total number. If there are very many, only the first are listed. */
    total: Count,
    jobs: Type.Array(Job),
  },
  { title: 'Jobs' },
);

export const JobIds = Body('JobIds', {
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: 1_000,
  }),
});

export const Retried = Type.Object({ retried: Type.Array(Count) }, { title: 'Retried' });
export const Discarded = Type.Object({ discarded: Type.Array(Count) }, { title: 'Discarded' });
