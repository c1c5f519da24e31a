import { IconCertificate } from '@tabler/icons-react';
import type { Screen } from '../screen.js';

export const certificates: Screen = {
  path: 'certificates',
  load: () => import('./certificates-view.js'),
  navigation: {
    label: 'app.certificates.title',
    icon: IconCertificate,
    group: 'trees',
  },
};
