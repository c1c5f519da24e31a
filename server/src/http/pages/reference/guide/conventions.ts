import { html } from '../../html.js';
import type { Chapter } from '../page-facts.js';

export const conventions = (): Chapter => ({
  id: 'conventions',
  title: 'Conventions',
  text: html`<ul>
    <li>Requests and answers are JSON, errors included. Success is always 200.</li>
    <li>Ids are UUIDs.</li>
    <li>A field without a value is <code>null</code>; it is never left out.</li>
    <li>
      Times are UTC: <code>2026-10-31T23:59:59Z</code>. In requests any offset will do, and a plain date means
      midnight UTC.
    </li>
    <li>Units are metric: meters, grams, g/m².</li>
    <li>
      Text is trimmed; control characters and direction overrides are refused. Unknown fields and query
      parameters are refused, so typos are noticed.
    </li>
    <li>
      Leaving an optional field out of a create, or sending it as <code>null</code>, is the same. In a change,
      what you leave out stays as it is, and read-only fields may be sent back: they are ignored.
    </li>
  </ul>`,
});
