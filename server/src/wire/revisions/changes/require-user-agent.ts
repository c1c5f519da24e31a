import type { Change } from '../change.js';

export const requireUserAgent: Change = {
  name: 'require-user-agent',
  description:
    'Every request must have a `User-Agent` that identifies your software, such as `PrintDesk/1.2.3 (Vendor)`; otherwise the response is a 403.',
  requiresUserAgent: true,
};
