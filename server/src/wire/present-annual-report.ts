import type { Static } from '@sinclair/typebox';
import type { AnnualReport as Report, LevelFigures } from '../features/reports/read-annual-report.js';
import type { PaperSum, SourceSum } from '../features/reports/paper-figures.js';
import type { TreeSum } from '../features/reports/tree-figures.js';
import type { CreditSum } from '../features/reports/credit-figures.js';
import type { I18n } from '../messages/i18n.js';
import type { MessageKey } from '../messages/catalogues.js';
import { exactNumber } from '../platform/exact-number.js';
import { isoDay } from '../platform/time/months.js';
import type { AnnualReport } from './annual-report.js';
import { formatTimestamp } from './times.js';

type Wire = Static<typeof AnnualReport>;

const methodTexts: readonly MessageKey[] = [
  'report.method.paper',
  'report.method.once',
  'report.method.emissions',
  'report.method.trees',
  'report.method.credits',
  'report.method.claims',
  'report.method.changes',
];

export const presentAnnualReport = (
  report: Report,
  { t }: I18n,
  numberOf: (certificate: string) => string,
): Wire => ({
  account_id: report.account.id,
  account_name: report.account.displayName,
  year: report.year.year,
  start_date: isoDay(report.year.start),
  end_date: isoDay(new Date(report.year.end.getTime() - 1)),
  complete: report.year.isComplete,
  as_of: formatTimestamp(report.at),
  include_descendants: report.includesBelow,
  accounts_below: report.accountsBelow,
  levels: report.levels.map((level) => presentLevel(level, report.year.year)),
  certificates: report.certificates.map((certificate) => ({
    id: certificate.id,
    number: numberOf(certificate.id),
    account_id: certificate.accountId,
    account_name: certificate.accountName,
    date: formatTimestamp(certificate.date),
    pages: exactNumber(certificate.pages),
    trees: exactNumber(certificate.trees),
    project_id: certificate.projectId,
    project_name: certificate.projectName,
    log_index: certificate.logIndex,
  })),
  certificates_left: report.certificatesLeft,
  method: methodTexts.map((key) => t(key)),
});

const presentLevel = (
  { level, paper, trees, credits }: LevelFigures,
  year: number,
): Wire['levels'][number] => ({
  level,
  paper: {
    ...presentPaper(paper.total),
    sources: paper.sources.map(presentSource),
    months: paper.months.map((month) => ({
      month: month.month,
      ...presentPaper(month),
      sources: month.sources.map(presentSource),
    })),
    returned: presentPaper(paper.returned),
  },
  emissions: {
    scope: 3,
    category: 1,
    mtco2e: exactNumber(paper.total.tonnesCo2e),
    methodologies: paper.methodologies.map(({ methodology, kilograms, tonnesCo2e }) => ({
      id: methodology.id,
      name: methodology.name,
      emission_factor: exactNumber(methodology.emissionFactor),
      source: methodology.source,
      source_url: methodology.sourceUrl,
      version: methodology.version,
      published_on: methodology.publishedOn,
      uncertainty: methodology.uncertainty,
      kg: exactNumber(kilograms),
      mtco2e: exactNumber(tonnesCo2e),
    })),
  },
  year_before: { year: year - 1, ...presentPaper(paper.before) },
  trees: {
    ...presentTrees(trees.total),
    projects: trees.projects.map((project) => ({
      project_id: project.projectId,
      project_name: project.projectName,
      survival_rate: project.survivalRate === null ? null : exactNumber(project.survivalRate),
      ...presentTrees(project),
    })),
  },
  credits: {
    ordered_mtco2e: exactNumber(credits.ordered.tonnes),
    waiting_mtco2e: exactNumber(credits.ordered.waiting),
    retired: presentCredits(credits.retired),
    planned: presentCredits(credits.planned),
    kinds: credits.kinds.map((kind) => ({
      project_id: kind.projectId,
      project_name: kind.projectName,
      type: kind.type,
      standard: kind.standard,
      registry: kind.registry,
      country: kind.country,
      ccp: kind.ccp,
      corresponding_adjustment: kind.correspondingAdjustment,
      retired_mtco2e: exactNumber(kind.retired),
      planned_mtco2e: exactNumber(kind.planned),
    })),
  },
});

const presentPaper = ({ records, sheets, kilograms, tonnesCo2e }: PaperSum) => ({
  records: Number(records),
  sheets: exactNumber(sheets),
  kg: exactNumber(kilograms),
  mtco2e: exactNumber(tonnesCo2e),
});

const presentSource = (sum: SourceSum) => ({
  source: sum.source,
  feed_type: sum.feedType,
  ...presentPaper(sum),
});

const presentTrees = ({ certificates, pages, certified, planted, pending, surviving }: TreeSum) => ({
  certificates: Number(certificates),
  pages: exactNumber(pages),
  certified: exactNumber(certified),
  planted: exactNumber(planted),
  pending: exactNumber(pending),
  surviving: exactNumber(surviving),
});

const presentCredits = ({ tonnes, removal, avoidance, euShare, adjustedShare }: CreditSum) => ({
  mtco2e: exactNumber(tonnes),
  removal_mtco2e: exactNumber(removal),
  avoidance_mtco2e: exactNumber(avoidance),
  eu_share: euShare === null ? null : exactNumber(euShare),
  adjusted_share: adjustedShare === null ? null : exactNumber(adjustedShare),
});
