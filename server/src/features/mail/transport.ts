/** A mail as it is transmitted. */
export interface Message {
  readonly id: string;
  readonly envelope: { readonly from: string; readonly to: string[] };
  readonly raw: Buffer;
}

/**
 * The result of a delivery.
 *
 * - `sent`: accepted
 * - `deferred`: not accepted, but may be later
 * - `refused`: not accepted, and never will be
 * - `unreachable`: the server accepts no mails at the moment
 * - `unsure`: not known whether it was accepted
 */
export type Outcome =
  | { readonly is: 'sent' }
  | { readonly is: 'deferred' | 'refused' | 'unreachable' | 'unsure'; readonly error: string };

export interface MailTransport {
  deliver(message: Message): Promise<Outcome>;
  close(): void;
}
