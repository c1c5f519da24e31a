import type { Server } from '../../servers/server-store.js';
import { reasonOf, SourceError } from '@regrove/printers/source-error';
import type { TroubleReason } from '@regrove/printers/trouble-reasons';

export interface Trouble {
  readonly reason: TroubleReason;
  /** The host that it concerns, as it was entered. */
  readonly host: string | null;
}

export function troubleOf(error: unknown, server: Pick<Server, 'url'> | undefined): Trouble {
  const host = error instanceof SourceError ? error.host : undefined;
  return { reason: reasonOf(error), host: host ?? (server ? hostOf(server.url) : null) };
}

const hostOf = (url: string): string | null =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') || null : null;
