import { readFile } from 'node:fs/promises';
import type { PictureVariants } from '../../platform/images/make-pictures.js';

const folder = new URL('pictures/', import.meta.url);

/**
 * The pictures on the project's certificates. Converted by `makePictures` beforehand, to save time at the first start.
 */
export async function demoPictures(projectName: string): Promise<PictureVariants> {
  const name = projectName.toLowerCase().replaceAll(' ', '-');
  const read = (file: string) => readFile(new URL(file, folder));
  return { page: await read(`${name}.jpg`), print: await read(`${name}-print.jpg`) };
}

/** Generated as data URLs, so that the demo needs no external files. */
const picture = (sky: string, hill: string, tree: string): string => {
  const trees = [70, 130, 190, 260, 320].map(
    (x, index) => `<path d="M${x} ${String(150 - (index % 2) * 18)}l-22 60h44z" fill="${tree}"/>`,
  );
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240"><rect width="400" height="240" fill="${sky}"/>` +
    `<circle cx="320" cy="56" r="26" fill="#ffe9a8"/><path d="M0 190q110-70 210-20t190-26v96H0z" fill="${hill}"/>` +
    `${trees.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};

const project = (
  name: string,
  [latitude, longitude]: readonly [number, number],
  introduction: string,
  body: string,
  colours: readonly [string, string, string],
  capacityTrees: string | null,
) => ({
  name,
  status: 'active' as const,
  forestLatitude: latitude,
  forestLongitude: longitude,
  contentLogo: picture(...colours),
  contentMasthead: picture(...colours),
  contentIntroduction: introduction,
  contentBodyHtml: `<p>${body}</p>`,
  contentImages: [picture(...colours)],
  capacityTrees,
});

export const demoForestryProjects = [
  project(
    'Usambara Slopes',
    [-4.75, 38.48],
    'Native trees on eroded slopes above the tea fields.',
    'Seedlings are raised in village nurseries and planted along the water courses first.',
    ['#cfe8f3', '#7fae7a', '#2f6b3c'],
    null,
  ),
  project(
    'Atlantic Forest Corridor',
    [-22.55, -42.7],
    'A green bridge between two remnants of rain forest.',
    'More than eighty native species, so that birds and monkeys can cross again.',
    ['#d7edd9', '#4f8f5b', '#1f5133'],
    '2500000',
  ),
  project(
    'Highland Birch',
    [57.2, -4.9],
    'Birch, rowan and pine where deer have kept the hills bare.',
    'Fenced plots are planted once; after that the forest seeds itself.',
    ['#dde6ee', '#8a9a86', '#4a6b57'],
    null,
  ),
];

export const demoCarbonProjects = [
  {
    name: 'Highland Cookstoves',
    type: 'Energy efficiency',
    registryName: 'Gold Standard',
    pricePerTonne: '14.5',
    status: 'active' as const,
  },
  {
    name: 'Mangrove Coast',
    type: 'Blue carbon',
    registryName: 'Verra',
    pricePerTonne: '22',
    status: 'active' as const,
  },
];
