import { Type } from '@sinclair/typebox';
import { exactNumber } from '../../../platform/exact-number.js';
import { Decimal, Nullable, PageCount } from '../../../wire/fields.js';
import { PublicMethodology, presentPublicMethodology } from '../../../wire/methodology.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import type { ImpactFacts } from './impact-facts.js';

const write = jsonWriter(
  Type.Object({
    name: Type.String(),
    trees: Decimal,
    pages: PageCount,
    since: Nullable(Type.String()),
    months: Type.Array(Type.Object({ month: Type.String(), trees: Decimal, pages: PageCount })),
    methodology: PublicMethodology,
    url: Type.String(),
    /** Absent: it is real. */
    sandbox: Type.Optional(Type.Literal(true)),
  }),
);

/** The content of the page for programs. `since` is the first day of the first month. */
export const impactJson = ({
  name,
  trees,
  pages,
  months,
  methodology,
  url,
  isSandbox,
}: ImpactFacts): string =>
  write({
    name,
    trees: exactNumber(trees),
    pages: exactNumber(pages),
    since: months[0]?.month ?? null,
    months: months.map((month) => ({
      month: month.month.slice(0, 'YYYY-MM'.length),
      trees: exactNumber(month.trees),
      pages: exactNumber(month.pages),
    })),
    methodology: presentPublicMethodology(methodology.origin),
    url,
    ...(isSandbox && { sandbox: true as const }),
  });
