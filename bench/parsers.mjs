import {
  bodyCheck,
  certificatePage,
  createLog,
  createWorkerThreads,
  decodeResponse,
  makePictures,
  negotiateLocale,
  NewReadings,
  exceededLimit,
  readCertificateAssets,
  readCreditFile,
  readDepositFile,
  readingFormats,
  readXml,
  renderCertificateInThread,
  requireDescriptiveUserAgent,
  sessionTokenIn,
  i18nFor,
} from './support/compiled-server.mjs';
import { longestBlock } from './support/longest-block.mjs';
import { median } from './support/rounds.mjs';
import { milliseconds } from './support/table.mjs';
import { worstInputs, worstPicture } from './support/worst-bodies.mjs';

const maxBlockMs = 50;
const jsonLimits = { values: 98_304, depth: 32, fields: 1_000 };

const planting = {
  id: '5b2f3c1e-9c0a-4b3e-8f57-1f2e3d4c5b6a',
  reference: worstInputs.name.slice(0, 100),
  plantedOn: '2031-05-14',
  partner: worstInputs.name,
  species: Array(50).fill(worstInputs.name.slice(0, 100)),
  trees: '107.1',
  survivingTrees: '107.1',
  coveringTrees: '107.1',
  survival: [],
  sourceUrl: null,
  photos: [],
};

const facts = {
  id: '5b2f3c1e-9c0a-4b3e-8f57-1f2e3d4c5b6a',
  number: 'RG-2031-004217',
  accountName: worstInputs.name,
  trees: '1284.5',
  pages: 10_699_885,
  date: new Date('2031-05-14T08:00:00Z'),
  project: { name: worstInputs.name, latitude: -4.75, longitude: 38.5, path: '/projects/x' },
  root: '',
  isSandbox: false,
  methodology: {
    name: worstInputs.name,
    version: worstInputs.name,
    publishedOn: '2031-01-01',
    source: worstInputs.name,
    sourceUrl: null,
    uncertainty: worstInputs.name,
  },
  coverage: { covered: '1284.5', pending: '0', plantings: Array(12).fill(planting), plantingCount: 5_000 },
  url: 'https://regrove.example/certificates/5b2f3c1e-9c0a-4b3e-8f57-1f2e3d4c5b6a',
};

/** The worst-case inputs of each parser: how long they block the event loop. */
export async function measureParsers({ sizes }) {
  const { readings } = JSON.parse(worstInputs.readings);
  const check = bodyCheck(NewReadings);
  const threads = createWorkerThreads(createLog('silent'));
  const assets = await readCertificateAssets();
  const picture = worstPicture();
  const works = {
    'CSV of readings, more than accepted': () => readingFormats['text/csv'](worstInputs.lines),
    'CSV of readings, each a field short': () => readingFormats['text/csv'](worstInputs.unevenLines),
    'CSV of readings, all empty': () => readingFormats['text/csv'](worstInputs.emptyLines),
    'CSV of deposits, all wrong': () => readDepositFile({ csv: worstInputs.deposits }, new Date()),
    'CSV of deposits, a field too many': () =>
      readDepositFile({ csv: worstInputs.unevenDeposits }, new Date()),
    'CSV of jobs, each with a stray quote': () => readDepositFile({ csv: worstInputs.jobs }, new Date()),
    'CSV of jobs, 8 MiB of quotes': () => readDepositFile({ csv: worstInputs.quotes }, new Date()),
    'CSV of jobs, 8 MiB of commas': () => readDepositFile({ csv: worstInputs.commas }, new Date()),
    'CSV of credits, more than accepted': () => readCreditFile(worstInputs.lots),
    'XML of empty elements': () => readingFormats['text/xml'](worstInputs.elements),
    'XML of attributes': () => readingFormats['text/xml'](worstInputs.attributes),
    'XML of a print server, 2 MiB': () => readXml(worstInputs.printers, 50_000),
    'JSON of as many values as accepted': async () => {
      exceededLimit(worstInputs.values, jsonLimits);
      JSON.parse(worstInputs.values);
    },
    'JSON of more values than accepted': async () => exceededLimit(worstInputs.manyValues, jsonLimits),
    '10,000 readings against their schema': () => check({ readings }),
    '90,000 jobs of a printer by IPP': () => decodeResponse(worstInputs.ipp, new Set(['job-id'])),
    'Accept-Language of 15 kB': async () => negotiateLocale(undefined, worstInputs.languages, 'en'),
    'cookies of 15 kB': async () => sessionTokenIn(worstInputs.cookies),
    'User-Agent of 15 kB': async () => requireDescriptiveUserAgent(worstInputs.product),
    'a picture of 25 megapixels': () => makePictures(picture),
    'a certificate as PDF, with long names': () =>
      renderCertificateInThread(threads, facts, i18nFor('zh-TW'), 'an account'),
    'a certificate as page, with long names': async () => certificatePage(assets, facts, i18nFor('zh-TW')),
  };
  const wholeMs = await blockOf(async () => JSON.parse(worstInputs.readings), sizes.blocks);
  const results = [];
  for (const [what, work] of Object.entries(works)) {
    const blockMs = await blockOf(work, sizes.blocks);
    results.push({
      what: `${what}: longest block`,
      ours: milliseconds(blockMs),
      other: milliseconds(wholeMs),
      otherIs: 'JSON.parse of 10,000 readings',
      ratio: blockMs / wholeMs,
      bar: `at most ${maxBlockMs} ms`,
      holds: blockMs <= maxBlockMs,
    });
  }
  await threads.close();
  return results;
}

async function blockOf(work, rounds) {
  const blocks = [];
  for (let round = 0; round < rounds; round++) blocks.push(await longestBlock(work));
  return median(blocks);
}
