import type { StoredCheckpoint } from '../../../features/log/log-store.js';
import { logUrl } from '../../../messages/links.js';
import { isoDay } from '../../../platform/time/months.js';
import { html } from '../html.js';

/** One checkpoint a day, the newest first, so that anyone who follows the feed keeps what the log was. */
export function checkpointFeed(
  { origin, baseUrl }: { readonly origin: string; readonly baseUrl: string },
  checkpoints: readonly StoredCheckpoint[],
): string {
  const url = logUrl(baseUrl);
  const updated = (checkpoints[0]?.signedAt ?? new Date(0)).toISOString();
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom">
    <id>${url}/checkpoints.atom</id>
    <title>Checkpoints of ${origin}</title>
    <author><name>${origin}</name></author>
    <link rel="self" type="application/atom+xml" href="${url}/checkpoints.atom" />
    <link rel="alternate" type="text/html" href="${url}" />
    <updated>${updated}</updated>
    ${checkpoints.map(
      ({ size, signedAt, note }) =>
        html`<entry>
          <id>${url}/checkpoints.atom#${isoDay(signedAt)}</id>
          <title>${isoDay(signedAt)}: ${String(size)}</title>
          <updated>${signedAt.toISOString()}</updated>
          <link rel="alternate" type="text/plain" href="${url}/checkpoint" />
          <content type="text">${note}</content>
        </entry>`,
    )}
  </feed>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text}\n`;
}
