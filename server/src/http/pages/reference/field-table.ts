import { html, type Html } from '../html.js';
import { withLineBreaks, withCode } from './inline-code.js';
import type { Field } from './model.js';

/** `says` controls whether required fields are marked. Responses always contain every field. */
export const fieldTable = (
  caption: string,
  fields: readonly Field[],
  says: 'required' | 'nothing' = 'nothing',
): Html =>
  html`<table class="fields">
    <caption class="unseen">
      ${caption}
    </caption>
    <colgroup>
      <col class="name-column" />
      <col />
    </colgroup>
    <thead class="unseen">
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${fields.map((field) => fieldRow(field, says === 'required'))}
    </tbody>
  </table>`;

const fieldRow = ({ name, type, isRequired, bounds, meaning }: Field, isRequest: boolean): Html =>
  html`<tr>
    <th scope="row">
      <code>${withLineBreaks(name)}</code>
      <span class="type">${isRequest ? type.replace(' or null', '') : type}</span>
    </th>
    <td>
      ${isRequest && isRequired ? html`<span class="required">required</span> ` : undefined}${withCode(
        meaning,
      )}${bounds.length > 0 ? html`<span class="bounds">${withCode(bounds.join('; '))}</span>` : undefined}
    </td>
  </tr>`;
