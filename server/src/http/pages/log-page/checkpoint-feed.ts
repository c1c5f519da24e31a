import type { StoredCheckpoint } from '../../../features/log/log-store.js';
import { logUrl } from '../../../messages/links.js';
import { dayMs } from '../../../platform/time/durations.js';
import { isoDay } from '../../../platform/time/months.js';
import { html } from '../html.js';

const maxDays = 366;

/** What the log was on a day. */
interface Day {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly checkpoint: StoredCheckpoint;
}

/**
 * One checkpoint for each day, the newest first, so that anyone who follows the feed keeps what the log was. `checkpoints`: the last of
 * each day on which something was entered, the newest first.
 */
export function checkpointFeed(
  { origin, baseUrl, today }: { readonly origin: string; readonly baseUrl: string; readonly today: Date },
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
    ${daysOf(checkpoints, today).map(
      ({ day, checkpoint: { size, signedAt, note } }) =>
        html`<entry>
          <id>${url}/checkpoints.atom#${day}</id>
          <title>${day}: ${String(size)}</title>
          <updated>${signedAt.toISOString()}</updated>
          <link rel="alternate" type="text/plain" href="${url}/checkpoint" />
          <content type="text">${note}</content>
        </entry>`,
    )}
  </feed>`;
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text}\n`;
}

/** On a day without entries, the log was what it was the day before. */
function daysOf(checkpoints: readonly StoredCheckpoint[], today: Date): Day[] {
  const days: Day[] = [];
  for (let at = today.getTime(); days.length < maxDays; at -= dayMs) {
    const day = isoDay(new Date(at));
    const checkpoint = checkpoints.find(({ signedAt }) => isoDay(signedAt) <= day);
    if (!checkpoint) break;
    days.push({ day, checkpoint });
  }
  return days;
}
