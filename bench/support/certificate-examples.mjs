const part = (path) => import(new URL(`../../server/dist/${path}`, import.meta.url).href);

export const { locales } = await part('messages/locales.js');
const { i18nFor } = await part('messages/i18n.js');
const { demoForestryProjects, demoPictures } = await part('installation/demo/demo-projects.js');
export const latinLocales = ['en', 'de', 'es', 'fr', 'id', 'it', 'ms', 'pt'];

const names = [
  'Northwind Paper & Sons',
  '株式会社 みどりの森',
  'บริษัท ป่าไม้ยั่งยืน จำกัด (มหาชน)',
  'شركة الغابات الخضراء للتنمية',
  'The Honourable Association of Independent Stationers, Bookbinders & Paper Merchants of Northern Europe',
];

const projects = await Promise.all(
  demoForestryProjects.map(async ({ name, forestLatitude, forestLongitude }) => ({
    name,
    latitude: forestLatitude,
    longitude: forestLongitude,
    picture: (await demoPictures(name)).print,
  })),
);

const methodology = {
  name: 'EPA Victoria',
  version: '1',
  publishedOn: '2012-11-01',
  source: 'Publication 1374.1',
  sourceUrl: null,
  uncertainty: null,
};

/** Every second certificate waits for its planting. */
const coverageOf = (trees, index) =>
  index % 2 === 0
    ? { covered: '0', pending: trees, plantings: [], plantingCount: 0 }
    : {
        covered: trees,
        pending: '0',
        plantings: [
          {
            id: `planting-${index}`,
            reference: `P-${index}`,
            plantedOn: '2031-03-01',
            partner: 'Partner',
            species: ['Grevillea robusta'],
            trees,
            survivingTrees: trees,
            coveringTrees: trees,
            photos: [],
          },
        ],
        plantingCount: 1,
      };

/** Examples in all locales in turn, all different. Latin locales have Latin names. */
export function example(index) {
  const locale = locales[index % locales.length];
  const isLatin = latinLocales.includes(locale);
  const name = isLatin ? names[index % 2 === 0 ? 0 : 4] : names[index % names.length];
  const id = `certificate-${index}`;
  const trees = String(1 + (index % 5_000) / 8);
  const facts = {
    id,
    number: `RG-${100_000 + index}`,
    accountName: `${name} ${index}`,
    trees,
    pages: 8_000 + index,
    date: new Date(Date.UTC(2031, index % 12, 14)),
    project: projects[index % projects.length],
    url: `https://regrove.example/certificates/${id}`,
    root: '',
    isSandbox: false,
    methodology,
    coverage: coverageOf(trees, index),
  };
  return { facts, i18n: i18nFor(locale), isLatin };
}
