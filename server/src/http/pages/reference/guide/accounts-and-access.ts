import { html } from '../../html.js';
import { highlight } from '../highlight.js';
import { operationsOf, type Chapter, type PageFacts } from '../page-facts.js';
import { accountPrefix } from '../read-document.js';

export const accountsAndAccess = ({ api }: PageFacts): Chapter => ({
  id: 'whose-data',
  title: 'Accounts and access',
  text: html`<p>
      Every path applies to the account of your key. The same path under <code>${accountPrefix}</code> applies
      to that account: your own, or any account below it at any level. All ${operationsOf(api).length}
      operations work this way; this reference lists them once.
    </p>
    <p>Accounts and records that you have no access to return 404, just like those that do not exist.</p>
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
