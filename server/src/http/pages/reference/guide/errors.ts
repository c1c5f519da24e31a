import { html } from '../../html.js';
import type { Chapter, PageFacts } from '../page-facts.js';
import { jsonPanel } from '../sample-panel.js';

export const errors = ({ api: { failures } }: PageFacts): Chapter => ({
  id: 'errors',
  title: 'Errors',
  text: html`<p>
      The <code>error</code> field says what is wrong in plain English; <code>code</code> is the HTTP status.
      A refused request changes nothing.
    </p>
    <table class="plain">
      <caption class="unseen">
        Error statuses
      </caption>
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        ${failures.map(
          ({ status, description }) =>
            html`<tr>
              <th scope="row">${status}</th>
              <td>${description}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>
      Values that are taken, conflicting fields and records that can no longer be deleted are a 400, too. If
      several things are wrong, the first in this order is reported: HTTPS, key, revision, User-Agent, rate,
      account, permission, id in the path, body, ids in the body, rules.
    </p>
    <p>
      429 and 503 come with <code>Retry-After</code>: wait that many seconds and send the request again, with
      the same <a href="#repeating"><code>Idempotency-Key</code></a
      >.
    </p>`,
  samples: failures
    .filter(({ status }) => status === 400 || status === 404)
    .map(({ status, example }) => jsonPanel(`Error · ${status}`, example)),
});
