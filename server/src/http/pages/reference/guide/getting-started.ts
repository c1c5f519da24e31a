import { html, type Fragment, type Html } from '../../html.js';
import { operationsOf, type Chapter, type PageFacts } from '../page-facts.js';
import { jsonPanel, samplePanel } from '../sample-panel.js';
import { curlSample } from '../samples/curl.js';
import { pythonSample, pythonSetup } from '../samples/python.js';
import { exampleUserAgent } from '../samples/example-request.js';
import { sdkSample, sdkSetup } from '../samples/sdk.js';

export const gettingStarted = (facts: PageFacts): Chapter => ({
  id: 'getting-started',
  title: 'Getting started',
  text: html`<ol class="steps">
      <li>
        <strong>Get a key.</strong> The operator of this server creates one with
        <code>regrove keys create</code>. It is shown only once. Keep it out of your source code, for example
        in <code>REGROVE_KEY</code>.
      </li>
      <li><strong>Identify your software.</strong> ${userAgentStep(facts)}</li>
      <li>
        <strong>Plant a first tree.</strong> Send the pages of a print job. You get an offset and the
        <code>certificate_id</code> of its certificate.
      </li>
    </ol>
    <p>
      The other JavaScript and Python samples on this page use the <code>client</code> and
      <code>regrove</code> objects created here.
    </p>
    <p class="note">
      Trying a server on your own machine? It uses a self-signed certificate. Tell your client to trust
      <code>tls/cert.pem</code> in the server’s data directory: <code>curl --cacert</code>,
      <code>NODE_EXTRA_CA_CERTS</code> or <code>REQUESTS_CA_BUNDLE</code>.
    </p>`,
  samples: firstOffset(facts),
});

const userAgentStep = ({ api }: PageFacts): Html =>
  api.requiresUserAgent
    ? html`Every request needs a <code>User-Agent</code> such as <code>${exampleUserAgent}</code>: the name of
        your software, its version and a contact.`
    : html`This revision does not require a <code>User-Agent</code>, but a descriptive one, such as
        <code>${exampleUserAgent}</code>, helps to find the cause when something goes wrong.`;

function firstOffset({ api }: PageFacts): Fragment {
  const create = operationsOf(api).find(({ id }) => id === 'createBiomassOffset');
  if (!create) return [];
  return [
    samplePanel('first-offset', 'a first offset', [
      { language: 'curl', code: curlSample(api, create) },
      { language: 'javascript', code: `${sdkSetup(api)}\n\n${sdkSample(create) ?? ''}` },
      { language: 'python', code: `${pythonSetup(api)}\n\n${pythonSample(create)}` },
    ]),
    jsonPanel('Response · 200', create.answer.example),
  ];
}
