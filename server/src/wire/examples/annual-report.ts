import { account, carbonProject, certificate, project } from './ids.js';

const paper = { records: 12, sheets: 41000, kg: 185.492, mtco2e: 0.426631 };
const nothing = { records: 0, sheets: 0, kg: 0, mtco2e: 0 };
const source = { source: 'deposit', feed_type: null, ...paper };
const trees = {
  certificates: 1,
  pages: 41000,
  certified: 4.920197,
  planted: 4,
  pending: 0.920197,
  surviving: 4,
};

const credits = (mtco2e: number) => ({
  mtco2e,
  removal_mtco2e: mtco2e,
  avoidance_mtco2e: 0,
  eu_share: 0,
  adjusted_share: 0,
});

const AnnualReportLevel = {
  level: 'own',
  paper: {
    ...paper,
    sources: [source],
    months: [{ month: '2026-10', ...paper, sources: [source] }],
    returned: nothing,
  },
  emissions: {
    scope: 3,
    category: 1,
    mtco2e: 0.426631,
    methodologies: [
      {
        id: '01980c5e-2f00-7c1a-9f6e-3b1f0a6d7e11',
        name: 'Default',
        emission_factor: 2.3,
        source: 'EPA Victoria',
        source_url: 'https://regrove.example/1374.1.pdf',
        version: '1374.1',
        published_on: '2012-07-01',
        uncertainty: '±30 %',
        kg: 185.492,
        mtco2e: 0.426631,
      },
    ],
  },
  year_before: { year: 2025, ...nothing },
  trees: {
    ...trees,
    projects: [{ project_id: project, project_name: 'Usambara Slopes', survival_rate: 0.92, ...trees }],
  },
  credits: {
    ordered_mtco2e: 0.4,
    waiting_mtco2e: 0,
    retired: credits(0.4),
    planned: credits(0),
    kinds: [
      {
        project_id: carbonProject,
        project_name: 'Mangrove Delta',
        type: 'removal',
        standard: 'VCS',
        registry: 'Verra',
        country: 'KE',
        ccp: 'unknown',
        corresponding_adjustment: 'no',
        retired_mtco2e: 0.4,
        planned_mtco2e: 0,
      },
    ],
  },
};

/** Examples of the annual report. */
export const reportExamples = {
  AnnualReportLevel,
  AnnualReport: {
    account_id: account,
    account_name: 'The City Library',
    year: 2026,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    complete: false,
    as_of: '2026-11-02T08:00:00Z',
    include_descendants: false,
    accounts_below: 0,
    levels: [AnnualReportLevel],
    certificates: [
      {
        id: certificate,
        number: 'RG-3B1F-0A6D-7E06',
        account_id: account,
        account_name: 'The City Library',
        date: '2026-10-31T23:59:59Z',
        pages: 41000,
        trees: 4.920197,
        project_id: project,
        project_name: 'Usambara Slopes',
        log_index: 1093,
      },
    ],
    certificates_left: 0,
    method: [
      'Paper is what was reported: by feeds, as deposits, and with orders and quotes, by its date in UTC.',
    ],
  },
};
