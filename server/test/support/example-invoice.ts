import type { DocumentFacts, PrintedLine } from '../../src/features/billing/document-facts.js';
import { renderDocument } from '../../src/http/pages/invoice-pdf/render-document.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Locale } from '../../src/messages/locales.js';

export const exampleLine: PrintedLine = {
  kind: 'biomass',
  projectName: 'Usambara Mountains',
  date: new Date('2031-05-14T08:00:00Z'),
  pages: 10_699_885,
  trees: '1284.5',
  mtco2e: null,
  price: '3209.9655',
  amount: '3209.97',
};

export const exampleInvoice: DocumentFacts = {
  number: 'INV-000042',
  issued: new Date('2031-06-01T00:20:00Z'),
  month: new Date('2031-05-01T00:00:00Z'),
  period: { from: exampleLine.date, to: exampleLine.date },
  currency: 'EUR',
  seller: {
    name: 'Example Forestry Ltd',
    address: ['1 Forest Road', '12345 Exampletown', 'Exampleland'],
    taxId: 'XX123456789',
    payment: ['Example Bank', 'IBAN XX00 1234 5678 9012 3456 78', 'BIC EXAMPLEXXX'],
  },
  buyer: {
    name: 'Northwind Paper & Sons',
    address: ['2 Paper Lane', '54321 Papertown'],
    taxId: 'YY987654321',
    reference: 'PO 2031-77',
  },
  due: new Date('2031-07-01T00:00:00Z'),
  credit: null,
  lines: [
    exampleLine,
    {
      ...exampleLine,
      kind: 'carbon',
      projectName: 'Clean stoves',
      pages: null,
      trees: null,
      mtco2e: '12.5',
      price: '125',
      amount: '125.00',
    },
    { ...exampleLine, pages: 1, trees: '0.00012', price: '0.0003', amount: '0.01' },
  ],
  more: null,
  net: '3334.98',
  tax: { name: null, rate: '8.100', amount: '270.13' },
  total: '3605.11',
  settled: null,
  isSandbox: false,
};

export const exampleCreditNote: DocumentFacts = {
  ...exampleInvoice,
  number: 'CRN-000007',
  due: null,
  credit: { invoice: 'INV-000042', reason: 'The readings of a printer were counted twice' },
  lines: [{ ...exampleLine, amount: '-3209.97' }],
  net: '-3209.97',
  tax: { name: null, rate: '8.100', amount: '-260.01' },
  total: '-3469.98',
};

export const renderInvoice = (changes: Partial<DocumentFacts>, locale: Locale = 'en'): Promise<Buffer> =>
  renderDocument({ ...exampleInvoice, ...changes }, i18nFor(locale));
