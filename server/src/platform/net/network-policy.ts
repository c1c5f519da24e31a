/** The readers of printers need it, too, so it is part of their workspace. */
export { createNetworkPolicy, type NetworkPolicy } from '@regrove/printers/network-policy';
