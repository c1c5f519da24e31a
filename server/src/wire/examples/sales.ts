import { account, project, carbonProject, offset, carbonOffset, date } from './ids.js';

const Item = { quantity: 20000, width: 0.21, length: 0.297, gsm: 115, mass: 143451 };

const NewItem = { quantity: 20000, width: 0.21, length: 0.297, gsm: 115 };

const Quote = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e09',
  account_id: account,
  project_id: project,
  project_ids: [project],
  created_at: date,
  trees: 3.805063,
  standard_pages: 31708,
  mass: 143451,
  price: 9.51,
  external_id: 'Q-2001',
  biomass_offset_id: null,
  biomass_offset_ids: [],
};

export const Order = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0a',
  account_id: account,
  biomass_project_ids: [project],
  carbon_project_ids: [carbonProject],
  status: 'placed',
  created_at: date,
  standard_sheets: 31708,
  paper_mass_g: 143451,
  trees: 3.805063,
  mtco2e: 0.186486,
  biomass_price: 9.51,
  carbon_price: 4.1,
  price: 13.61,
  biomass_offset_ids: [offset],
  carbon_offset_ids: [carbonOffset],
  external_id: 'O-3001',
};

const Invoice = {
  id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e0e',
  number: 'INV-000042',
  account_id: account,
  account_name: 'City Library',
  month: '2026-10',
  currency: 'USD',
  total: 2.5,
  total_exact: '2.4999',
  line_count: 1,
  created_at: '2026-11-01T00:10:00Z',
};

const InvoiceLine = {
  kind: 'biomass',
  offset_id: offset,
  project_id: project,
  project_name: 'Usambara Slopes',
  date,
  pages: 8333,
  trees: 1,
  mtco2e: null,
  price: '2.4999',
  amount: 2.5,
};

export const salesExamples = {
  Item,
  NewItem,
  Quote,
  ExpandedQuote: { ...Quote, items: [Item] },
  NewQuote: { project_id: project, external_id: 'Q-2001', items: [NewItem] },
  Order,
  ExpandedOrder: { ...Order, items: [Item] },
  NewOrder: {
    biomass_project_settings: [{ project_id: project, percentage: 100 }],
    carbon_project_settings: [{ project_id: carbonProject }],
    external_id: 'O-3001',
    items: [NewItem],
  },
  Invoice,
  ExpandedInvoice: { ...Invoice, lines: [InvoiceLine] },
  InvoiceLine,
};
