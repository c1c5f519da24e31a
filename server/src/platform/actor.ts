/** Who makes a change: an API key, a signed-in user, the operator at the command line, or a job. */
export interface Actor {
  readonly kind: 'key' | 'user' | 'operator' | 'job';
  /** The id of the key or user, or the name of the job; null for the operator. */
  readonly id: string | null;
}

export const operator: Actor = { kind: 'operator', id: null };
