import { Type } from '@sinclair/typebox';
import { pendingOf } from '../../../features/projects/trees-by-account-store.js';
import type { I18n } from '../../../messages/i18n.js';
import { projectUrl } from '../../../messages/links.js';
import { countryOf } from '../../../messages/places/country-of.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { Decimal, Nullable, PageCount } from '../../../wire/fields.js';
import { PublicMethodology, presentPublicMethodology } from '../../../wire/methodology.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import { badgeTexts } from '../badge/badge-texts.js';
import type { ImpactFacts } from './impact-facts.js';

const write = jsonWriter(
  Type.Object({
    name: Type.String(),
    trees: Decimal,
    /** Those that recorded plantings cover. */
    planted: Decimal,
    pending: Decimal,
    pages: PageCount,
    since: Nullable(Type.String()),
    months: Type.Array(Type.Object({ month: Type.String(), trees: Decimal, pages: PageCount })),
    /** Those with most trees first. */
    projects: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        trees: Decimal,
        planted: Decimal,
        pending: Decimal,
        country: Nullable(Type.String()),
        place: Nullable(Type.String()),
        url: Type.String(),
      }),
    ),
    methodology: PublicMethodology,
    url: Type.String(),
    /** In the language that was asked for, as the badge says it. Absent: none was. */
    texts: Type.Optional(
      Type.Object({
        locale: Type.String(),
        number: Type.String(),
        trees: Type.String(),
        label: Type.String(),
        facts: Type.Array(Type.String()),
        note: Type.String(),
        methodology: Nullable(Type.String()),
        sandbox: Nullable(Type.String()),
      }),
    ),
    /** Absent: it is real. */
    sandbox: Type.Optional(Type.Literal(true)),
  }),
);

/** The content of the page for programs. `since` is the first day of the first month. With texts only in a given language. */
export function impactJson(facts: ImpactFacts, i18n: I18n | undefined): string {
  const { name, trees, covered, pages, months, projects, methodology, baseUrl, url, isSandbox } = facts;
  return write({
    name,
    trees: exactNumber(trees),
    planted: exactNumber(covered),
    pending: exactNumber(pendingOf({ trees, covered })),
    pages: exactNumber(pages),
    since: months[0]?.month ?? null,
    months: months.map((month) => ({
      month: month.month.slice(0, 'YYYY-MM'.length),
      trees: exactNumber(month.trees),
      pages: exactNumber(month.pages),
    })),
    projects: projects.map((project) => ({
      id: project.id,
      name: project.name,
      trees: exactNumber(project.trees),
      planted: exactNumber(project.covered),
      pending: exactNumber(pendingOf(project)),
      country: countryOf(project.latitude, project.longitude) ?? null,
      place: project.place || null,
      url: projectUrl(baseUrl, project.id),
    })),
    methodology: presentPublicMethodology(methodology.origin),
    url,
    ...(i18n && {
      texts: { locale: i18n.locale, number: i18n.rounded(trees), ...badgeTexts(facts, i18n) },
    }),
    ...(isSandbox && { sandbox: true as const }),
  });
}
