import { html, type Html } from '../html.js';
import { highlight, type Language } from '../reference/highlight.js';
import type { GuideCode } from './built-guide.js';

/** The names that code has in Markdown, and how readers know them. */
const kinds: Readonly<Record<string, { readonly title: string; readonly language?: Language }>> = {
  bash: { title: 'Shell', language: 'shell' },
  cron: { title: 'crontab' },
  csv: { title: 'CSV' },
  html: { title: 'HTML', language: 'xml' },
  http: { title: 'HTTP', language: 'http' },
  ini: { title: 'INI' },
  js: { title: 'JavaScript', language: 'javascript' },
  json: { title: 'JSON', language: 'json' },
  mermaid: { title: 'Diagram (Mermaid)' },
  sh: { title: 'Shell', language: 'shell' },
  sql: { title: 'SQL', language: 'sql' },
  ts: { title: 'TypeScript', language: 'javascript' },
  xml: { title: 'XML', language: 'xml' },
  yaml: { title: 'YAML', language: 'yaml' },
};

export const codePanel = ({ language, code }: GuideCode): Html => {
  const kind = Object.hasOwn(kinds, language) ? kinds[language] : undefined;
  return html`<div class="panel">
    ${kind && html`<p class="panel-head panel-title">${kind.title}</p>`}
    <pre class="code"><code>${kind?.language ? highlight(code, kind.language) : code}</code></pre>
  </div>`;
};
