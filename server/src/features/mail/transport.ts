/** A mail in the form in which it travels. */
export interface Message {
  readonly id: string;
  readonly envelope: { readonly from: string; readonly to: string[] };
  readonly raw: Buffer;
}

/**
 * What became of a mail that was handed over.
 *
 * - `sent`: it was taken
 * - `deferred`: this one was not taken, and may be later
 * - `refused`: this one was not taken and will not be
 * - `unreachable`: none was or would be taken now
 * - `unsure`: nobody knows whether it was taken
 */
export type Outcome =
  | { readonly is: 'sent' }
  | { readonly is: 'deferred' | 'refused' | 'unreachable' | 'unsure'; readonly error: string };

export interface MailTransport {
  deliver(message: Message): Promise<Outcome>;
  close(): void;
}
