import { IconWebhook } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const webhooks: readonly Screen[] = [
  {
    path: 'webhooks',
    load: () => import('./webhooks-view.js'),
    navigation: { label: 'app.webhooks.title', icon: IconWebhook, group: 'administration' },
  },
  { path: 'webhooks/$id', load: () => import('./endpoint-view.js') },
];
