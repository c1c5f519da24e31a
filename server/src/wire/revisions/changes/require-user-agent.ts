import type { Change } from '../change.js';

export const requireUserAgent: Change = {
  name: 'require-user-agent',
  description:
    'Every request must carry a `User-Agent` that says which software is calling, such as `PrintDesk/1.2.3 (Vendor)`; otherwise the answer is 403.',
  requiresUserAgent: true,
};
