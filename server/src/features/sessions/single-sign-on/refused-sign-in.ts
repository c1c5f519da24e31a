/**
 * - `expired`: started in another browser or too long ago, or used before
 * - `provider`: the provider says so, with this code
 * - `unreachable`: the provider does not answer
 * - `invalid`: the provider's answer cannot be trusted
 * - `unverified`: the provider has not verified the address, or tells none
 * - `unknown`: no user has the address
 * - `invited`: all users with the address have invitations that were not accepted; they are sent again
 * - `otherAddress`: the link that the person came by is for another address
 */
export type RefusedSignIn =
  | { readonly is: 'provider'; readonly code: string }
  | { readonly is: 'unverified' | 'unknown' | 'invited' | 'otherAddress'; readonly address: string }
  | { readonly is: 'expired' | 'unreachable' | 'invalid' };
