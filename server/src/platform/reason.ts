/** Why something is refused, by a name that programs know: `refusal.CODE` of the catalogues has the words for people. */
export const reasonCodes = [
  // What a field takes.
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
  'not-in-list',
  'too-many-entries',
  'date-out-of-range',
  'bad-url',
  'url-has-credentials',
  'url-has-dots',
  'external-id-invalid',
  'name-is-id',
  // What is taken, gone or in another state.
  'not-found',
  'name-taken',
  'reference-taken',
  'email-taken',
  'invitation-accepted',
  'account-inactive',
  'deposit-locked',
  'offset-billed',
  'order-placed',
  'quote-executed',
  'server-in-use',
  // Who may do it.
  'operators-only',
  'not-to-itself',
  'no-accounts-below',
  'server-of-above',
  'server-password-required',
  'server-password-wrong',
  'password-again',
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
  // Feeds.
  'server-type',
  'nothing-to-collect',
  'collection-skipped',
  // Pictures.
  'picture-too-large',
  'picture-format',
  'picture-heic',
  'picture-too-many-pixels',
  'picture-broken',
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
  /** What it is about, as the API names it: `name`, `items[0].width`. */
  readonly field?: string;
  /** What the words speak of. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Where a file is refused: its lines that are at fault, as far as they are told. */
  readonly lines?: readonly FaultyLine[];
}

/** What is wrong with a line of a file: in English, and why. */
export interface FaultyLine {
  readonly line: number;
  readonly what: string;
  readonly reason?: Reason;
}
