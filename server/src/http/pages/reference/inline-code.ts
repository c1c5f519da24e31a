import { html, type Html } from '../html.js';

/** A sentence with `code` in backticks. */
export const withCode = (text: string): Html[] =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

/** A long name or path that may wrap between its parts. */
export const withLineBreaks = (name: string): Html[] =>
  name.split(/(?<=[_.])|(?=\/)/).map((part, index) => (index === 0 ? html`${part}` : html`<wbr />${part}`));
