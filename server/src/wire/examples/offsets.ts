import { ForestryProject } from './projects.js';
import { Order } from './sales.js';
import { account, project, carbonProject, offset, certificate, carbonOffset, date } from './ids.js';

export const offsetExamples = {
  BiomassOffset: {
    id: offset,
    account_id: account,
    order_id: null,
    quote_id: null,
    project_id: project,
    certificate_id: certificate,
    date,
    pages: 8333,
    trees: 1,
  },
  NewBiomassOffset: { pages: 8333 },
  BiomassCertificate: {
    id: certificate,
    account_id: account,
    date,
    pages: 8333,
    trees: 1,
    project_id: project,
    project: ForestryProject,
    url: `https://regrove.example/certificates/${certificate}`,
    pdf_url: `https://regrove.example/certificates/${certificate}.pdf`,
  },
  CarbonOffset: {
    id: carbonOffset,
    account_id: account,
    order_id: Order.id,
    project_id: carbonProject,
    project_name: 'Mangrove Coast',
    project_type: 'Blue carbon',
    registry_name: 'Verra',
    date,
    mtco2e: 0.186486,
    status: 'processing',
    vintage_start_date: null,
    vintage_end_date: null,
    serial_numbers: [],
  },
  CarbonRetirement: {
    serial: '11874-322817101-322817101-VCS-VCU-1491-VER-ID-14-2250-01012021-31122021-0',
    tonnes: 0.186486,
    status: 'retired',
    retired_on: '2026-03-02',
    beneficiary: 'The City Library',
    registry_url: null,
  },
};
