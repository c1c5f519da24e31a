import type { FeedDetails } from '../../api/wire.js';
import { useWords } from '../../words/words.js';

type Reason = NonNullable<FeedDetails['health_check_reason']>;

/** Why a feed cannot be read, and what to do. The host is unknown where it is of a server that is out of reach. */
export function useSayTrouble(): (reason: Reason, host: string | null) => string {
  const { say } = useWords();
  return (reason, host) => say(`mail.reason.${reason}`, { host: host ?? say('mail.feedServer') });
}
