/** Why something is refused, as a stable code. `refusal.CODE` in the message catalogues has the text for users. */
export const reasonCodes = [
  // Field values.
  'required',
  'not-a-number',
  'not-whole',
  'out-of-range',
  'too-small',
  'too-large',
  'not-positive',
  'too-many-decimals',
  'too-long',
  'bad-characters',
  'not-an-email',
  'not-a-date',
  'bad-type-name',
  'bad-slug',
  'bad-web-address',
  'not-in-list',
  'too-many-entries',
  'date-out-of-range',
  'bad-url',
  'url-has-credentials',
  'url-has-dots',
  'bad-webhook-url',
  'url-has-fragment',
  'url-needs-https',
  'url-is-private',
  'external-id-invalid',
  'name-is-id',
  // Conflicts and state.
  'not-found',
  'name-taken',
  'reference-taken',
  'email-taken',
  'email-twice',
  'account-unknown',
  'account-ambiguous',
  'invitation-accepted',
  'account-inactive',
  'deposit-locked',
  'offset-billed',
  'invoice-not-paid',
  'invoice-paid',
  'paid-out-of-range',
  'order-placed',
  'quote-executed',
  'server-in-use',
  // Permissions.
  'operators-only',
  'restricted',
  'last-full-user',
  'import-in-progress',
  'not-to-itself',
  'no-accounts-below',
  'server-of-above',
  'server-password-required',
  'server-password-wrong',
  'password-again',
  // Signing in.
  'method-not-allowed',
  'passkey-unknown',
  'passkey-refused',
  'passkey-expired',
  'passkey-exists',
  'passkey-cancelled',
  'passkey-required',
  'too-many-passkeys',
  'last-passkey',
  // Paper and projects.
  'amount-required',
  'paper-too-little',
  'paper-too-much',
  'too-large-to-count',
  'unbilled-limit',
  'project-complete',
  'project-twice',
  'no-active-project',
  'capacity-used-up',
  'order-needs-project',
  'percentages-all-or-none',
  'percentages-sum',
  'month-not-over',
  'start-after-end',
  'too-many-to-sort',
  'too-many-accounts',
  'too-many-certificates',
  'too-many-deposits',
  // Sandboxes.
  'root-only',
  'live-only',
  'sandbox-only',
  'sandbox-advancing',
  'sandbox-expired',
  'sandbox-devices',
  'sandbox-accounts',
  'sandbox-device-count',
  'too-many-sandboxes',
  'sandboxes-per-hour',
  'clock-backwards',
  'clock-too-far',
  // Feeds.
  'server-type',
  'nothing-to-collect',
  'collection-skipped',
  // Webhooks.
  'too-many-endpoints',
  'replay-running',
  'too-many-pending',
  // Pictures.
  'picture-too-large',
  'picture-format',
  'picture-heic',
  'picture-too-many-pixels',
  'picture-broken',
  'picture-animated',
  'too-many-photos',
  // Files.
  'body-too-large',
  'file-empty',
  'file-only-header',
  'file-too-many-lines',
  'file-tabs',
  'file-not-commas',
  'columns-missing',
  'columns-unknown',
  'columns-twice',
  'lines-wrong',
  'quote-not-closed',
  'quote-inside',
  'line-too-long',
  'field-count',
  'no-carbon-project',
  'vintage-order',
  'serial-no-range',
  'serial-many-ranges',
  'serial-too-high',
  'serial-twice',
  'credits-imported',
  'credits-shared-import',
  'credits-same-line',
  'credits-shared-line',
] as const;

export type ReasonCode = (typeof reasonCodes)[number];

export interface Reason {
  readonly code: ReasonCode;
  /** The field concerned, in API notation: `name`, `items[0].width`. */
  readonly field?: string;
  /** Placeholders of the message. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** For a refused file: the faulty lines that are reported. */
  readonly lines?: readonly InvalidLine[];
}

/** What is wrong with a line of a file: as English text, and as a reason. */
export interface InvalidLine {
  readonly line: number;
  readonly what: string;
  readonly reason?: Reason;
}
