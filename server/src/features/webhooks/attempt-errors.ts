/** Why an attempt did not succeed, as a stable code. */
export const attemptErrors = [
  // No response within the time limit.
  'timeout',
  'connection_failed',
  'unknown_host',
  'private_address',
  'https_required',
  'certificate',
  // The response is not HTTP as it should be.
  'bad_response',
  'redirect',
  // Any other status than 2xx.
  'status',
  'event_not_kept',
  'keys_unreadable',
  'other',
] as const;

export type AttemptError = (typeof attemptErrors)[number];
