import { project, carbonProject } from './ids.js';

export const ForestryProject = {
  id: project,
  name: 'Usambara Slopes',
  status: 'active',
  forest_latitude: -4.75,
  forest_longitude: 38.48,
  content_logo: 'https://regrove.example/img/usambara-logo.png',
  content_masthead: 'https://regrove.example/img/usambara.jpg',
  content_introduction: 'Native trees on eroded slopes.',
  content_body_html: '<p>Native trees on eroded slopes.</p>',
  content_images: ['https://regrove.example/img/usambara-1.jpg'],
};

const SurvivalAudit = { audited_on: '2026-05-04', rate: 0.912, auditor: 'Forest Survey Ltd' };

const PlantingPhoto = {
  url: 'https://regrove.example/plantings/photos/01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e12.jpg',
  thumbnail_url: 'https://regrove.example/plantings/photos/01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e12-small.jpg',
  taken_on: '2026-05-04',
  caption: 'Two years after planting',
};

const Planting = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e13',
  project_id: project,
  reference: 'US-2024-07',
  planted_on: '2024-04-12',
  trees: 12000,
  surviving_trees: 10944,
  covered_trees: 8211.402113,
  partner: 'Usambara Growers',
  species: ['Olea africana', 'Albizia gummifera'],
  polygon: {
    type: 'Polygon',
    coordinates: [
      [
        [38.481, -4.751],
        [38.489, -4.751],
        [38.489, -4.758],
        [38.481, -4.751],
      ],
    ],
  },
  survival: [SurvivalAudit],
  source_url: 'https://growers.example/plots/us-2024-07',
  photos: [PlantingPhoto],
};

export const projectExamples = {
  ForestryProject,
  CarbonProject: {
    id: carbonProject,
    name: 'Mangrove Coast',
    type: 'Blue carbon',
    registry_name: 'Verra',
    price_per_tonne: 22,
    status: 'active',
  },
  ProjectSetting: { project_id: project, percentage: 100 },
  Planting,
  PlantingPhoto,
  SurvivalAudit,
};
