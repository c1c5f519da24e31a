import { addressRanges } from './address-ranges.js';

const loopback = addressRanges(['127.0.0.0/8', '::1']);

/** Whether a host is this machine, by its name or address as it was configured: DNS is not trusted with logins. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || loopback.includes(host.replace(/^\[|\]$/g, ''));
