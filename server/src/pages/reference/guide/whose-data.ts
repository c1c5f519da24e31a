import { html } from '../../html.js';
import { highlight } from '../highlight.js';
import { operationsOf, type Chapter, type PageFacts } from '../page-facts.js';
import { twinPrefix } from '../read-document.js';

export const whoseData = ({ api }: PageFacts): Chapter => ({
  id: 'whose-data',
  title: 'Whose data',
  text: html`<p>
      Every path is about the account of your key. The same path below <code>${twinPrefix}</code> is about
      that account, which may be your own or any below it, however far down. All ${operationsOf(api).length}
      operations have such a twin; they are not listed a second time here.
    </p>
    <p>What you cannot reach answers 404, in the same words as what does not exist.</p>
    <p>
      Accounts are distributors, channels and customers. An account that you create is a channel below a
      distributor and a customer below a channel.
    </p>`,
  samples: html`<div class="panel">
    <p class="panel-head panel-title">One request, two accounts</p>
    <pre class="code"><code>GET /deposits
GET /accounts/<span class="t-string">{account_id}</span>/deposits</code></pre>
    <pre
      class="code javascript"
    ><code>${highlight('client.deposits.list();\nclient.account(id).deposits.list();', 'javascript')}</code></pre>
  </div>`,
});
