import { html } from '../../html.js';
import type { Chapter, PageFacts } from '../page-facts.js';
import { samplePanel } from '../sample-panel.js';
import { exampleHeaders } from '../samples/example-request.js';

export const lists = ({ api }: PageFacts): Chapter => ({
  id: 'lists',
  title: 'Lists and paging',
  text: html`<p>
      A list returns all its entries in one array. To read it in pages, add <code>limit</code>, from 1 to
      1,000. If there are more, the response has a header with the address of the next page:
    </p>
    <p><code>Link: &lt;${api.baseUrl}/deposits?limit=100&amp;cursor=…&gt;; rel="next"</code></p>
    <p>
      Follow it until it is missing. Every page takes the same time to read. The format of a
      <code>cursor</code> may change, so treat it as opaque.
    </p>
    <p>
      <code>start_date</code> and <code>end_date</code>, where a list has them, are days in UTC, both
      inclusive.
    </p>`,
  samples: samplePanel('lists', 'a list in pages', [
    {
      language: 'curl',
      code: [
        `curl -i '${api.baseUrl}/deposits?limit=100'`,
        '-u "$REGROVE_KEY:"',
        ...Object.entries(exampleHeaders(api)).map(([name, value]) => `-H '${name}: ${value}'`),
      ].join(' \\\n  '),
    },
    {
      language: 'javascript',
      code: 'for await (const deposit of client.deposits.list({ pageSize: 100 })) {\n  console.log(deposit.pages);\n}',
    },
    {
      language: 'python',
      code: [
        'url = f"{base}/deposits?limit=100"',
        'while url:',
        '  page = regrove.get(url)',
        '  for deposit in page.json():',
        '    print(deposit["pages"])',
        '  url = page.links.get("next", {}).get("url")',
      ].join('\n'),
    },
  ]),
});
