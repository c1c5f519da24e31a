import { IconMail } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

/** What a sandbox does not send. */
export const mails: readonly Screen[] = [
  {
    path: 'mails',
    onlyIn: 'sandbox',
    load: () => import('./mails-view.js'),
    navigation: {
      label: 'app.mails.title',
      icon: IconMail,
      group: 'administration',
      isFor: ({ parent_id: parent }) => parent === null,
    },
  },
  { path: 'mails/$id', onlyIn: 'sandbox', load: () => import('./mail-view.js') },
];
