/**
 * Why a feed is unhealthy. This is the only list: the messages (`mail.reason.*`), the wire schema and the dashboard are typed
 * by it, so a new reason does not compile until it has a message. The database allows the same values, see the constraint
 * on `feeds.health_check_reason`.
 */
export const troubleReasons = [
  /** An agent has not called for more than a day. */
  'agentSilent',
  /** The server speaks another protocol, reports an error, or sends far too much. */
  'badAnswer',
  'certificate',
  'login',
  'noAnswer',
  'noDevice',
  'noReading',
  /** None of the others: a problem on our side. */
  'other',
  /** The stored password cannot be decrypted. */
  'password',
  'privateAddress',
  /** The feed is not allowed to read from its server. */
  'server',
  /** The settings of the server or the feed cannot be used. */
  'settings',
  /** No reading has arrived for days. */
  'silence',
  'tooMany',
  'unknownHost',
] as const;

export type TroubleReason = (typeof troubleReasons)[number];
