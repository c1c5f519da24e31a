import { html } from '../../html.js';
import { operationsOf, type Chapter, type PageFacts } from '../page-facts.js';
import { textPanel } from '../sample-panel.js';

export const idempotentRequests = ({ api }: PageFacts): Chapter => ({
  id: 'repeating',
  title: 'Idempotent requests',
  text: html`<p>
      A connection can break after a request was processed and before you get the response. Send an
      <code>Idempotency-Key</code>, any text of up to 255 characters that is unique to the request, with
      ${scope(api)}. If you repeat the request with the same key and body within 24 hours, you get the first
      response again, marked <code>Idempotent-Replayed: true</code>. Nothing happens twice, even if both
      arrive at the same time.
    </p>
    <ul>
      <li>This works even if the resource has been deleted in the meantime.</li>
      <li>The same key with a different body or query is a 400.</li>
      <li>A refused request does not use up the key: correct it and send it again.</li>
      <li>Keys are scoped to your API key, the method and the path.</li>
    </ul>
    <p>The JavaScript client does this automatically.</p>`,
  samples: [
    textPanel('In each request', ['POST /v1/deposits', 'Idempotency-Key: meter-7-2026-10-31']),
    textPanel('From the second response on', ['HTTP/1.1 200 OK', 'Idempotent-Replayed: true']),
  ],
});

const scope = (api: PageFacts['api']): string =>
  operationsOf(api).some(({ id }) => id === 'placeOrder')
    ? 'any POST that returns no secret, or when you place an order'
    : 'any POST that returns no secret';
