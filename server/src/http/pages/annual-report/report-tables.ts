import type { Static } from '@sinclair/typebox';
import type { I18n } from '../../../messages/i18n.js';
import type { MessageKey } from '../../../messages/catalogues.js';
import { decimal, divide, type Decimal } from '../../../platform/decimals.js';
import type { AnnualReport, AnnualReportLevel } from '../../../wire/annual-report.js';

export type Report = Static<typeof AnnualReport>;
type Level = Static<typeof AnnualReportLevel>;

/** How the values of a column are written. */
export type ColumnKind = 'text' | 'whole' | 'kilograms' | 'tonnes' | 'trees' | 'factor' | 'share' | 'day';

/** Of a table whose rows are different figures: how `tonnes` are written in each of them. */
type RowKinds = readonly ColumnKind[];

export interface Column {
  readonly label: string;
  readonly kind: ColumnKind;
  /** Of the width of a page, in parts. */
  readonly width: number;
}

/** Numbers as their digits; days as YYYY-MM-DD. Null: there is nothing to say. */
export type Cell = string | null;

/** A part of the report, for any form of it. */
export interface Table {
  readonly title: string;
  readonly note?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  readonly rowKinds?: RowKinds;
  /** The last row is the sum of the others. */
  readonly hasTotal?: true;
}

const digits = (value: number | string): Decimal => decimal(value).toFixed();

const text = (label: string, width = 3): Column => ({ label, kind: 'text', width });
const column = (label: string, kind: ColumnKind, width = 2): Column => ({ label, kind, width });

/** The tables of one level, always in this order. */
export const tablesOfLevel = (level: Level, report: Report, i18n: I18n): readonly Table[] => [
  paperBySource(level, i18n),
  paperByMonth(level, i18n),
  emissions(level, i18n),
  compared(level, report, i18n),
  trees(level, i18n),
  credits(level, i18n),
  creditKinds(level, i18n),
];

const paperColumns = ({ t }: I18n): Column[] => [
  column(t('report.records'), 'whole', 1.2),
  column(t('app.overview.sheets'), 'whole'),
  column(t('app.reports.kilograms'), 'kilograms'),
  column(t('app.reports.emissions'), 'tonnes'),
];

type Paper = Pick<Level['paper'], 'records' | 'sheets' | 'kg' | 'mtco2e'>;

const paperCells = ({ records, sheets, kg, mtco2e }: Paper): Cell[] =>
  [records, sheets, kg, mtco2e].map(digits);

function paperBySource({ paper }: Level, i18n: I18n): Table {
  const { t } = i18n;
  const { returned } = paper;
  return {
    title: t('report.paperBySource'),
    columns: [text(t('report.source')), ...paperColumns(i18n)],
    rows: [
      ...paper.sources.map((source) => [sourceName(source, i18n), ...paperCells(source)]),
      [t('app.deposits.total'), ...paperCells(paper)],
    ],
    hasTotal: true,
    ...(returned.records > 0 && {
      note: `${t('report.returned')}: ${i18n.number(digits(returned.sheets), { maximumFractionDigits: 0 })}`,
    }),
  };
}

function paperByMonth({ paper }: Level, i18n: I18n): Table {
  const { t } = i18n;
  return {
    title: t('report.paperByMonth'),
    columns: [text(t('app.month'), 2.1), text(t('report.source'), 2.4), ...paperColumns(i18n)],
    rows: [
      ...paper.months.flatMap((month) => {
        const name = i18n.month(new Date(`${month.month}-01`));
        return month.sources.length === 0
          ? [[name, null, ...paperCells(month)]]
          : month.sources.map((source) => [name, sourceName(source, i18n), ...paperCells(source)]);
      }),
      [t('app.deposits.total'), null, ...paperCells(paper)],
    ],
    hasTotal: true,
  };
}

type Source = Level['paper']['sources'][number];

const sourceNames: Readonly<Record<Source['source'], MessageKey>> = {
  feed: 'report.deletedFeed',
  deposit: 'report.deposit',
  order: 'app.orders.title',
  quote: 'app.quotes.title',
  direct: 'report.direct',
};

const sourceName = ({ source, feed_type: type }: Source, { t }: I18n): string =>
  source === 'feed' && type !== null ? t('report.feed', { type }) : t(sourceNames[source]);

type Methodology = Level['emissions']['methodologies'][number];

/** Version and day come first, so that a long source does not hide them. */
const publicationOf = ({ version, published_on: day, source }: Methodology, { t, date }: I18n): string =>
  [
    ...(version === null ? [] : [t('methodology.version', { version })]),
    ...(day === null ? [] : [date(new Date(day), 'medium')]),
    source ?? t('methodology.notStated'),
  ].join(' · ');

function emissions({ emissions: { mtco2e, methodologies }, paper }: Level, i18n: I18n): Table {
  const { t } = i18n;
  return {
    title: t('report.emissions'),
    note: t('report.emissionsNote'),
    columns: [
      text(t('report.methodology'), 2),
      column(t('report.factor'), 'factor', 1.3),
      text(t('report.publication'), 2.6),
      text(t('report.uncertainty'), 1.8),
      column(t('app.reports.kilograms'), 'kilograms'),
      column(t('app.reports.emissions'), 'tonnes'),
    ],
    rows: [
      ...methodologies.map((one) => [
        one.name,
        digits(one.emission_factor),
        publicationOf(one, i18n),
        one.uncertainty ?? t('methodology.notStated'),
        digits(one.kg),
        digits(one.mtco2e),
      ]),
      [t('app.deposits.total'), null, null, null, digits(paper.kg), digits(mtco2e)],
    ],
    hasTotal: true,
  };
}

const shareDecimals = 4;

function compared({ paper, year_before: before }: Level, { year }: Report, { t }: I18n): Table {
  const row = (name: string, now: number | string, then: number | string): Cell[] => [
    name,
    digits(now),
    digits(then),
    decimal(then).eq(0) ? null : divide(decimal(now).minus(then), decimal(then), shareDecimals).toFixed(),
  ];
  return {
    title: t('report.compared', { year: String(before.year) }),
    columns: [
      text(t('report.figure')),
      column(String(year), 'tonnes'),
      column(String(before.year), 'tonnes'),
      column(t('report.change'), 'share', 1.4),
    ],
    rows: [
      row(t('app.overview.sheets'), paper.sheets, before.sheets),
      row(t('app.reports.kilograms'), paper.kg, before.kg),
      row(t('app.reports.emissions'), paper.mtco2e, before.mtco2e),
    ],
    rowKinds: ['whole', 'kilograms', 'tonnes'],
  };
}

function trees({ trees: sum }: Level, { t }: I18n): Table {
  const cells = (one: Omit<Level['trees'], 'projects'>): Cell[] =>
    [one.certificates, one.pages, one.certified, one.planted, one.pending, one.surviving].map(digits);
  return {
    title: t('report.trees'),
    columns: [
      text(t('app.project'), 2.1),
      column(t('app.certificates.title'), 'whole', 1.3),
      column(t('app.pages'), 'whole', 1.5),
      column(t('app.reports.certified'), 'trees', 1.8),
      column(t('app.reports.planted'), 'trees', 1.8),
      column(t('app.reports.pending'), 'trees', 1.8),
      column(t('app.reports.surviving'), 'trees', 1.8),
      column(t('report.survivalRate'), 'share', 1.7),
    ],
    rows: [
      ...sum.projects.map(({ survival_rate: rate, ...project }) => [
        project.project_name,
        ...cells(project),
        rate === null ? null : digits(rate),
      ]),
      [t('app.deposits.total'), ...cells(sum), null],
    ],
    hasTotal: true,
  };
}

/** A part of the figure above it. With a sign: spaces at the start of a text are lost. */
const indented = (name: string): string => `– ${name}`;

/** The points of ESRS E1-7. */
function credits({ credits: sum }: Level, { t }: I18n): Table {
  const points = (name: string, one: Level['credits']['retired']): Cell[][] => [
    [name, digits(one.mtco2e), null],
    [indented(t('report.ofRemoval')), digits(one.removal_mtco2e), null],
    [indented(t('report.ofAvoidance')), digits(one.avoidance_mtco2e), null],
    [indented(t('report.euShare')), null, one.eu_share === null ? null : digits(one.eu_share)],
    [
      indented(t('report.adjustedShare')),
      null,
      one.adjusted_share === null ? null : digits(one.adjusted_share),
    ],
  ];
  return {
    title: t('report.credits'),
    columns: [
      text(t('report.figure'), 5),
      column(t('app.reports.tonnes'), 'tonnes'),
      column('%', 'share', 1.2),
    ],
    rows: [
      ...points(t('app.reports.retired'), sum.retired),
      ...points(t('app.reports.planned'), sum.planned),
      [t('report.ordered'), digits(sum.ordered_mtco2e), null],
      [indented(t('report.waiting')), digits(sum.waiting_mtco2e), null],
    ],
  };
}

function creditKinds({ credits: { kinds } }: Level, { t }: I18n): Table {
  const answers = { yes: t('report.yes'), no: t('report.no'), unknown: t('report.unknown') };
  const types = { removal: t('report.removal'), avoidance: t('report.avoidance') };
  const unknown = t('report.unknown');
  return {
    title: t('report.creditKinds'),
    columns: [
      text(t('app.project'), 2.4),
      text(t('app.feeds.type'), 1.5),
      text(t('report.standard'), 1.6),
      text(t('app.carbonOffsets.registry'), 1.6),
      text(t('report.country'), 1.2),
      text(t('report.adjustment'), 1.4),
      column(t('report.retiredShort'), 'tonnes', 1.6),
      column(t('report.plannedShort'), 'tonnes', 1.6),
    ],
    rows: kinds.map((kind) => [
      kind.project_name,
      kind.type === null ? unknown : types[kind.type],
      kind.standard ?? unknown,
      kind.registry,
      kind.country ?? unknown,
      answers[kind.corresponding_adjustment],
      digits(kind.retired_mtco2e),
      digits(kind.planned_mtco2e),
    ]),
  };
}

/** Up to `limit` of them; a note says how many more there are. */
export function certificateTable(report: Report, { t }: I18n, limit: number): Table {
  const { certificates, certificates_left: left, include_descendants: isOfMany } = report;
  const shown = certificates.slice(0, limit);
  const more = left + certificates.length - shown.length;
  return {
    title: t('app.certificates.title'),
    ...(more > 0 && { note: t('report.certificatesLeft', { count: more }) }),
    columns: [
      text(t('app.invoices.number'), 2.2),
      column(t('app.date'), 'day', 1.6),
      ...(isOfMany ? [text(t('app.list.account'), 2.2)] : []),
      text(t('app.project'), 2.4),
      column(t('app.pages'), 'whole', 1.6),
      column(t('app.trees'), 'trees', 1.8),
      column(t('report.logIndex'), 'whole', 1.4),
    ],
    rows: shown.map((certificate) => [
      certificate.number,
      certificate.date.slice(0, 10),
      ...(isOfMany ? [certificate.account_name] : []),
      certificate.project_name,
      digits(certificate.pages),
      digits(certificate.trees),
      certificate.log_index === null ? null : digits(certificate.log_index),
    ]),
  };
}

/** How a cell is written. */
export const kindOf = ({ columns, rowKinds }: Table, row: number, column: number): ColumnKind => {
  const kind = columns[column]?.kind ?? 'text';
  return kind === 'tonnes' ? (rowKinds?.[row] ?? kind) : kind;
};
