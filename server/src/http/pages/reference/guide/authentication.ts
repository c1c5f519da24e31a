import { html, type Html } from '../../html.js';
import { fieldTable } from '../field-table.js';
import type { ApiDescription, Field } from '../model.js';
import type { Chapter, PageFacts } from '../page-facts.js';
import { textPanel } from '../sample-panel.js';
import { exampleUserAgent } from '../samples/example-request.js';

export const authentication = ({ api }: PageFacts): Chapter => ({
  id: 'authentication',
  title: 'Authentication',
  text: html`<p>
      Send the key as the username of HTTP Basic authentication and leave the password empty, or send it as
      <code>Authorization: Bearer</code>. Without a valid key you get a 401. If the key is not allowed to make
      the request, you get a 403.
    </p>
    <p>
      The API requires HTTPS. Over plain HTTP it returns 403 and never redirects, because the key has already
      been sent unencrypted.
    </p>
    ${api.requiresUserAgent ? userAgentRule : undefined}
    <h3>Common headers</h3>
    ${fieldTable('Common headers', headersOf(api), 'required')}
    <p>
      A key is pinned to one revision when it is created. <code>API-Revision</code> in the response says which
      one was used.
    </p>`,
  samples: textPanel('The key in a request', [
    'Authorization: Basic <base64 of KEY:>',
    'Authorization: Bearer KEY',
  ]),
});

const headersOf = ({ requiresUserAgent, commonParameters }: ApiDescription): readonly Field[] => [
  ...(requiresUserAgent ? [userAgentHeader] : []),
  ...commonParameters,
];

const userAgentHeader: Field = {
  name: 'User-Agent',
  type: 'string',
  isRequired: true,
  bounds: [],
  meaning: `Identifies your software, such as \`${exampleUserAgent}\`.`,
};

const userAgentRule: Html = html`<p>
  A missing <code>User-Agent</code>, a single word such as <code>app</code>, or the default of an HTTP client
  (<code>curl/8.1</code>, <code>python-requests/2.32</code>) is refused with 403.
</p>`;
