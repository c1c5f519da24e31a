import { html } from '../../html.js';
import type { Chapter } from '../page-facts.js';
import { textPanel } from '../sample-panel.js';

export const rateLimits = (): Chapter => ({
  id: 'rate-limits',
  title: 'Rate limits',
  text: html`<p>
      Each key may send 600 requests per minute, unless the operator has set another limit. Every response
      tells you how many are left:
    </p>
    <table class="plain">
      <caption class="unseen">
        Headers about the rate limit
      </caption>
      <thead>
        <tr>
          <th scope="col">Header</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row"><code>RateLimit-Limit</code></th>
          <td>requests per minute</td>
        </tr>
        <tr>
          <th scope="row"><code>RateLimit-Remaining</code></th>
          <td>how many are left</td>
        </tr>
        <tr>
          <th scope="row"><code>RateLimit-Reset</code></th>
          <td>seconds until the limit resets</td>
        </tr>
        <tr>
          <th scope="row"><code>Retry-After</code></th>
          <td>with a 429: seconds to wait</td>
        </tr>
      </tbody>
    </table>
    <p>An address that fails to authenticate 60 times in a minute gets 429 for further failures.</p>`,
  samples: textPanel('Too many requests', [
    'HTTP/1.1 429 Too Many Requests',
    'RateLimit-Limit: 600',
    'RateLimit-Remaining: 0',
    'RateLimit-Reset: 12',
    'Retry-After: 12',
  ]),
});
