import { Big } from 'big.js';
import type { Json } from './api-client.js';

/** The figures of a row of a table, from the API: digits, or null where there is nothing to say. */
export type Figures = readonly (string | null)[];

/** The rows of figures that a level of an annual report has, in the order of its tables; a total is the last. */
export interface FigureTable {
  readonly name: string;
  /** How many decimals are shown of each, in the PDF. */
  readonly decimals: readonly number[];
  readonly rows: readonly Figures[];
  readonly hasTotal: boolean;
}

const paper = (one: Json): Figures => [one.records, one.sheets, one.kg, one.mtco2e];
const trees = (one: Json): Figures => [
  one.certificates,
  one.pages,
  one.certified,
  one.planted,
  one.pending,
  one.surviving,
];
const paperDecimals = [0, 0, 2, 6];

/** What documents have to show of a level, by its JSON alone. */
export function figureTables({ paper: sum, emissions, trees: certified, credits }: Json): FigureTable[] {
  return [
    {
      name: 'paper by source',
      decimals: paperDecimals,
      rows: [...sum.sources.map(paper), paper(sum)],
      hasTotal: true,
    },
    {
      name: 'paper by month',
      decimals: paperDecimals,
      rows: [
        ...sum.months.flatMap((month: Json) =>
          month.sources.length === 0 ? [paper(month)] : month.sources.map(paper),
        ),
        paper(sum),
      ],
      hasTotal: true,
    },
    {
      name: 'emissions',
      decimals: [2, 6],
      rows: [
        ...emissions.methodologies.map(({ kg, mtco2e }: Json) => [kg, mtco2e]),
        [sum.kg, emissions.mtco2e],
      ],
      hasTotal: true,
    },
    {
      name: 'trees',
      decimals: [0, 0, 6, 6, 6, 6],
      rows: [...certified.projects.map(trees), trees(certified)],
      hasTotal: true,
    },
    {
      name: 'credits',
      decimals: [6],
      rows: [
        ...[credits.retired, credits.planned].flatMap((one: Json) => [
          [one.mtco2e],
          [one.removal_mtco2e],
          [one.avoidance_mtco2e],
        ]),
        [credits.ordered_mtco2e],
        [credits.waiting_mtco2e],
      ],
      hasTotal: false,
    },
    {
      name: 'kinds of credits',
      decimals: [6, 6],
      rows: credits.kinds.map((kind: Json) => [kind.retired_mtco2e, kind.planned_mtco2e]),
      hasTotal: false,
    },
  ];
}

/** As English readers see it, without the code that writes the documents. */
export function shownFigure(digits: string, decimals: number): string {
  const [whole = '', fraction] = new Big(digits).toFixed(decimals, Big.roundHalfUp).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
