import type { Report } from '../../src/http/pages/annual-report/report-tables.js';
import { renderReportPdf } from '../../src/http/pages/annual-report/render-report-pdf.js';
import { i18nFor } from '../../src/messages/i18n.js';
import type { Locale } from '../../src/messages/locales.js';
import { reportExamples } from '../../src/wire/examples/annual-report.js';

export interface ReportNames {
  readonly account: string;
  readonly project: string;
}

const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}`);
/** So large that columns are full. */
const paper = { records: 123_456, sheets: 1_234_567_890, kg: 12_345_678.9, mtco2e: 16_049_382.570001 };
const trees = {
  certificates: 1234,
  pages: 10_699_885_000,
  certified: 1_284_037.125001,
  planted: 1_000_000.000001,
  pending: 284_037.125,
  surviving: 912_345.678901,
};

/** A report of an account and those below it, with these names wherever names are, in the texts of the language. */
export function exampleReport({ account, project }: ReportNames, locale: Locale): Report {
  const { t } = i18nFor(locale);
  const example = reportExamples.AnnualReport as unknown as Report;
  const [level] = example.levels;
  if (!level) throw new Error('The example has no level');
  const figures: Report['levels'][number] = {
    ...level,
    paper: {
      ...level.paper,
      ...paper,
      sources: [{ source: 'feed', feed_type: 'papercut', ...paper }],
      months: months.map((month) => ({
        month,
        ...paper,
        sources: [
          { source: 'feed', feed_type: 'papercut', ...paper },
          { source: 'direct', feed_type: null, ...paper },
        ],
      })),
    },
    trees: {
      ...trees,
      projects: [1, 2].map(() => ({
        project_id: level.trees.projects[0]?.project_id ?? '',
        project_name: project,
        survival_rate: 0.875,
        ...trees,
      })),
    },
    credits: {
      ...level.credits,
      kinds: level.credits.kinds.map((kind) => ({ ...kind, project_name: project })),
    },
  };
  return {
    ...example,
    account_name: account,
    include_descendants: true,
    accounts_below: 12,
    complete: false,
    levels: (['own', 'below', 'together'] as const).map((name) => ({ ...figures, level: name })),
    certificates: Array.from({ length: 5 }, () => ({
      ...(example.certificates[0] as Report['certificates'][number]),
      pages: 10_699_885,
      trees: 1284.500001,
      account_name: account,
      project_name: project,
      log_index: 48_211,
    })),
    method: (['paper', 'once', 'emissions', 'trees', 'credits', 'claims', 'changes'] as const).map((key) =>
      t(`report.method.${key}`),
    ),
  };
}

export const renderReport = (names: ReportNames, locale: Locale): Promise<Buffer> =>
  renderReportPdf({ report: exampleReport(names, locale), locale, isSandbox: false }, i18nFor(locale));
