import type { Clock } from '../time/clock.js';
import type { SecretBox } from './secret-box.js';

interface Settings {
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

type Expiring<Content> = Content & {
  /** In milliseconds since 1970. */
  readonly expires: number;
};

/** Something that a browser keeps for us for a while, and cannot read or change. Only valid for the same purpose. */
export function sealExpiring(
  { clock, secrets }: Settings,
  purpose: string,
  content: object,
  lifetimeMs: number,
): string {
  const expiring = { ...content, expires: clock().getTime() + lifetimeMs };
  return secrets.seal(JSON.stringify(expiring), purpose).toString('base64url');
}

/** Undefined if it has expired, or was not made by us for this purpose. */
export function openExpiring<Content extends object>(
  { clock, secrets }: Settings,
  purpose: string,
  token: string,
): Expiring<Content> | undefined {
  let opened: string;
  try {
    opened = secrets.open(Buffer.from(token, 'base64url'), purpose);
  } catch {
    return undefined;
  }
  const content = JSON.parse(opened) as Expiring<Content>;
  return content.expires > clock().getTime() ? content : undefined;
}
