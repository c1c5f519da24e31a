import { i18nFor } from '../../src/messages/i18n.js';
import type { Locale } from '../../src/messages/locales.js';
import type { CertificateFacts } from '../../src/http/pages/certificate-facts.js';
import { renderCertificatePdf } from '../../src/http/pages/certificate-pdf/render-certificate.js';

/** Languages whose certificates need only the Latin font. */
export const latinLocales = ['en', 'de', 'es', 'fr', 'id', 'it', 'ms', 'pt'];

export const exampleFacts: CertificateFacts = {
  id: '5b2f3c1e-9c0a-4b3e-8f57-1f2e3d4c5b6a',
  number: 'RG-2031-004217',
  accountName: 'Northwind Paper & Sons',
  trees: '1284.5',
  pages: 10_699_885,
  date: new Date('2031-05-14T08:00:00Z'),
  project: {
    name: 'Usambara Mountains',
    latitude: -4.75,
    longitude: 38.5,
    path: '/projects/3f0a1c5e-7d1b-4c52-9d6e-0b5a7c9e1f20',
  },
  methodology: {
    name: 'Letter 75 g/m2, 8333 pages a tree, 1.30 t CO2e/t',
    version: '1',
    publishedOn: '2026-01-01',
    source:
      'Emission factor: EPA Victoria, publication 1374.1, domestic virgin paper; 8,333 pages a tree: a convention, not a measurement',
    sourceUrl: null,
    uncertainty: null,
  },
  url: 'https://regrove.example/certificates/5b2f3c1e-9c0a-4b3e-8f57-1f2e3d4c5b6a',
  root: '',
  isSandbox: false,
  log: {
    origin: 'regrove.example/log',
    entered: {
      index: 48_211,
      entry: '{"id":"5b2f3c1e-9c0a-4b3e-8f57-1f2e3d4c5b6a","type":"certificate.issued","v":1}',
      shortHash: '3fa9 c01d 77e2 5b64',
    },
    checkpoint: undefined,
  },
  coverage: { covered: '1284.5', pending: '0', plantings: [], plantingCount: 0 },
};

export const renderExampleCertificate = (
  changes: Partial<CertificateFacts>,
  locale: Locale = 'en',
): Promise<Buffer> => renderCertificatePdf({ ...exampleFacts, ...changes }, i18nFor(locale));

const examples = new Map<Locale, Promise<Buffer>>();

/** The certificate with the example's facts, rendered once per language. */
export function exampleCertificate(locale: Locale = 'en'): Promise<Buffer> {
  const pdf = examples.get(locale) ?? renderExampleCertificate({}, locale);
  examples.set(locale, pdf);
  return pdf;
}

export const renderPicture = (picture: Buffer, locale: Locale = 'en'): Promise<Buffer> =>
  renderExampleCertificate({ project: { ...exampleFacts.project, picture } }, locale);
