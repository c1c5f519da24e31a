import { html } from '../../html.js';
import type { Chapter } from '../page-facts.js';

export const conventions = (): Chapter => ({
  id: 'conventions',
  title: 'Conventions',
  text: html`<ul>
    <li>Requests and responses are JSON, including errors. Success is always 200.</li>
    <li>Ids are UUIDs.</li>
    <li>A field without a value is <code>null</code>; it is never omitted.</li>
    <li>
      Times are UTC: <code>2026-10-31T23:59:59Z</code>. In requests you can use any offset; a plain date means
      midnight UTC.
    </li>
    <li>Units are metres, grams and g/m².</li>
    <li>
      Text is trimmed; control characters and direction overrides are refused. Unknown fields and query
      parameters are refused, so typos are noticed.
    </li>
    <li>
      When you create something, an omitted optional field is the same as <code>null</code>. In a change,
      omitted fields stay unchanged, and read-only fields are ignored, so you can send them back.
    </li>
  </ul>`,
});
