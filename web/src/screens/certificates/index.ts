import { IconCertificate } from '../../icons/icons.js';
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
