import { IconMapPin } from '../../icons/icons.js';
import type { Screen } from '../screen.js';

export const projects: readonly Screen[] = [
  {
    path: 'projects',
    load: () => import('./projects-view.js'),
    navigation: {
      label: 'app.projects.title',
      icon: IconMapPin,
      group: 'trees',
    },
  },
  { path: 'projects/$id', load: () => import('./project-view.js') },
];
