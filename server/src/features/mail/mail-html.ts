import { html, type Html } from '../../platform/text/html.js';
import type { MailContent, Link, Part } from './mail-content.js';

// Page and text set no color, so that both follow the reader's light or dark mode; the greens are readable on either.
// Mail programs only support inline styles.
const style = {
  // Names may be long, and without a space. Some programs know only the older property.
  page: `max-width:34rem;margin:0 auto;padding:24px 20px;font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif;word-break:break-word;overflow-wrap:anywhere`,
  name: 'margin:0 0 24px;padding-bottom:12px;border-bottom:2px solid #3d8b5f;font-weight:600',
  home: 'color:#3d8b5f;text-decoration:none',
  // Two leaves, because many programs show no pictures. Those that do not round corners show squares.
  leaf: 'display:inline-block;width:12px;height:12px;border-radius:0 80% 0 80%;background:#2f7a50;vertical-align:2px',
  youngLeaf:
    'display:inline-block;width:10px;height:10px;margin:0 8px 0 1px;border-radius:80% 0 80% 0;background:#6fae4e;vertical-align:-1px',
  paragraph: 'margin:0 0 16px',
  figure: 'margin:0 0 24px;font-size:20px;line-height:1.4;font-weight:600',
  heading: 'margin:0 0 12px;font-size:16px;font-weight:600;color:#3d8b5f',
  note: 'margin:0 0 12px;font-size:14px;opacity:.8',
  mark: 'margin:0 0 24px;padding:10px 14px;border-radius:6px;background:#9a4f1c;color:#ffffff;font-weight:600',
  verbatim:
    'margin:0 0 16px;padding:10px 14px;border-left:3px solid #3d8b5f;font-size:12px;white-space:pre-wrap;overflow-wrap:anywhere',
  action: 'margin:24px 0',
  button:
    'display:inline-block;padding:12px 24px;border-radius:6px;background:#2b6b47;color:#ffffff;font-weight:600;text-decoration:none',
  fallback: 'margin:0 0 16px;font-size:13px;opacity:.8',
  entry: 'margin:0 0 16px;padding-left:12px;border-left:3px solid #3d8b5f',
  link: 'color:inherit;margin-right:16px',
  footer: 'margin:32px 0 0;padding-top:12px;border-top:1px solid #8a8f8c;font-size:13px;opacity:.8',
} as const;

export const mailHtml = ({ subject, parts, dashboard, footer }: MailContent, locale: string): string =>
  html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
      </head>
      <body style="margin:0">
        <div style="${style.page}">
          <p style="${style.name}">
            <a href="${dashboard.url}" style="${style.home}"
              ><span style="${style.leaf}"></span><span style="${style.youngLeaf}"></span>Regrove</a
            >
          </p>
          ${parts.map(htmlOf)}
          <p style="${style.footer}">${linkHtml(dashboard)}<br />${footer}</p>
        </div>
      </body>
    </html>`.text;

function htmlOf(part: Part): Html {
  switch (part.is) {
    case 'action':
      return html`<p style="${style.action}">
          <a href="${part.link.url}" style="${style.button}">${part.link.label}</a>
        </p>
        <p style="${style.fallback}">${part.fallback}<br />${part.link.url}</p>`;
    case 'entry':
      return html`<div style="${style.entry}">
        <strong>${part.title}</strong><br />
        ${part.detail === undefined ? undefined : html`${part.detail}<br />`} ${part.links.map(linkHtml)}
      </div>`;
    case 'heading':
      return html`<h2 style="${style.heading}">${part.text}</h2>`;
    case 'verbatim':
      return html`<pre style="${style.verbatim}" dir="ltr">${part.text}</pre>`;
    default:
      return html`<p style="${style[part.is]}">${part.text}</p>`;
  }
}

const linkHtml = ({ label, url }: Link): Html => html`<a href="${url}" style="${style.link}">${label}</a> `;
