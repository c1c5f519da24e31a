import type { Context } from '../../../database/context.js';
import { openExpiring, sealExpiring } from '../../../platform/secrets/expiring-token.js';
import type { RefusedSignIn } from './refused-sign-in.js';

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

const sealedFor = <Content extends object>(purpose: string) => ({
  seal: (settings: Settings, content: Content): string =>
    sealExpiring(settings, purpose, content, flowMinutes * 60_000),
  /** Undefined if it has expired, or is not ours. */
  open: (settings: Settings, sealed: string | undefined): Content | undefined =>
    sealed === undefined ? undefined : openExpiring<Content>(settings, purpose, sealed),
});

export const { seal: sealFlow, open: openFlow } = sealedFor<Flow>('single sign-on');

/** Why a person was refused, for the links to other languages: nobody else can make our page say something. */
export const { seal: sealRefusal, open: openRefusal } = sealedFor<RefusedSignIn>('refused single sign-on');
