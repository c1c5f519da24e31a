import { Type } from '@sinclair/typebox';
import { exactNumber } from '../../../platform/exact-number.js';
import { Decimal, Nullable } from '../../../wire/fields.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import { presentPublicMethodology, PublicMethodology } from '../../../wire/methodology.js';
import { formatTimestamp } from '../../../wire/times.js';
import type { CarbonFacts } from './carbon-facts.js';

const write = jsonWriter(
  Type.Object({
    id: Type.String(),
    number: Type.String(),
    account: Type.Object({ display_name: Type.String() }),
    tonnes: Decimal,
    retired_tonnes: Decimal,
    date: Type.String(),
    status: Type.String(),
    project: Type.Object({ name: Type.String(), type: Type.String() }),
    registries: Type.Array(Type.String()),
    types: Type.Array(Type.String()),
    standards: Type.Array(Type.String()),
    /** Null until it is fulfilled. */
    vintage: Nullable(Type.Object({ start: Type.String(), end: Type.String() })),
    methodology: Nullable(PublicMethodology),
    url: Type.String(),
    pdf_url: Type.String(),
    credits: Type.Array(
      Type.Object({
        serial: Type.String(),
        tonnes: Decimal,
        status: Type.String(),
        retired_on: Nullable(Type.String()),
        registry_url: Nullable(Type.String()),
        country: Nullable(Type.String()),
        ccp: Type.String(),
        corresponding_adjustment: Type.String(),
      }),
    ),
    /** How many more ranges come after them. */
    credits_left: Type.Integer(),
    /** Null in a sandbox. The entries tell of the allocation of credits. */
    log: Nullable(Type.Object({ origin: Type.String(), indexes: Type.Array(Type.Integer()) })),
    /** Absent: it is real. */
    sandbox: Type.Optional(Type.Literal(true)),
  }),
);

/** The content of the page for programs. */
export const carbonJson = (facts: CarbonFacts): string =>
  write({
    id: facts.id,
    number: facts.number,
    account: { display_name: facts.accountName },
    tonnes: exactNumber(facts.tonnes),
    retired_tonnes: exactNumber(facts.retiredTonnes),
    date: formatTimestamp(facts.date),
    status: facts.status,
    project: facts.project,
    registries: facts.registries,
    types: facts.types,
    standards: facts.standards,
    vintage: facts.vintage,
    methodology: facts.methodology && presentPublicMethodology(facts.methodology),
    url: facts.url,
    pdf_url: `${facts.url}.pdf`,
    credits: facts.credits.map(({ serial, tonnes, status, retiredOn, registryUrl, ...lot }) => ({
      serial,
      tonnes: exactNumber(tonnes),
      status,
      retired_on: retiredOn,
      registry_url: registryUrl,
      country: lot.country,
      ccp: lot.ccp,
      corresponding_adjustment: lot.correspondingAdjustment,
    })),
    credits_left: facts.creditsLeft,
    log: facts.log ?? null,
    ...(facts.isSandbox && { sandbox: true as const }),
  });
