import type { Context } from '../../../database/context.js';
import { openExpiring, sealExpiring } from '../../../platform/secrets/expiring-token.js';

/** As long as people may take at the provider. */
export const flowMinutes = 10;

/** What the browser keeps, sealed, while the person is at the provider. */
export interface Flow {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The screen to open afterwards. */
  readonly next?: string | undefined;
  /** The token of the link that the person came by. */
  readonly link?: string | undefined;
}

type Settings = Pick<Context, 'clock' | 'secrets'>;

const purpose = 'single sign-on';

export const sealFlow = (settings: Settings, flow: Flow): string =>
  sealExpiring(settings, purpose, flow, flowMinutes * 60_000);

/** Undefined if it has expired, or is not ours. */
export const openFlow = (settings: Settings, sealed: string | undefined): Flow | undefined =>
  sealed === undefined ? undefined : openExpiring<Flow>(settings, purpose, sealed);
