/** The content of a mail, before it is rendered as text or HTML. */
export interface MailContent {
  readonly subject: string;
  readonly parts: readonly Part[];
  readonly dashboard: Link;
  readonly footer: string;
}

export interface Link {
  readonly label: string;
  readonly url: string;
}

export type Part =
  /** `figure` is the main information, `note` is optional reading, `mark` says that nothing of it is real. */
  | { readonly is: 'paragraph' | 'figure' | 'heading' | 'note' | 'mark'; readonly text: string }
  /** Lines for programs, to be copied as they are. */
  | { readonly is: 'verbatim'; readonly text: string }
  | { readonly is: 'action'; readonly link: Link; readonly fallback: string }
  | {
      readonly is: 'entry';
      readonly title: string;
      readonly detail?: string;
      readonly links: readonly Link[];
    };
