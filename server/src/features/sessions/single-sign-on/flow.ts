import type { Context } from '../../../database/context.js';

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

const owner = 'single sign-on';

export const sealFlow = ({ clock, secrets }: Settings, flow: Flow): string =>
  secrets
    .seal(JSON.stringify({ ...flow, expires: clock().getTime() + flowMinutes * 60_000 }), owner)
    .toString('base64url');

/** Undefined if it has expired, or is not ours. */
export function openFlow({ clock, secrets }: Settings, sealed: string | undefined): Flow | undefined {
  if (sealed === undefined) return undefined;
  let opened: string;
  try {
    opened = secrets.open(Buffer.from(sealed, 'base64url'), owner);
  } catch {
    return undefined;
  }
  const { expires, ...flow } = JSON.parse(opened) as Flow & { expires: number };
  return expires > clock().getTime() ? flow : undefined;
}
