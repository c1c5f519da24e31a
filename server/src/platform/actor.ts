/** Who changes something: an API key, a signed-in user, the operator at the command line, or a job. */
export interface Actor {
  readonly kind: 'key' | 'user' | 'operator' | 'job';
  /** The key's or user's id, the job's name; null for the operator. */
  readonly id: string | null;
}

export const operator: Actor = { kind: 'operator', id: null };
