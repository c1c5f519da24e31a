import { Type } from '@sinclair/typebox';
import { exactNumber } from '../../../platform/exact-number.js';
import { Decimal, Nullable, PageCount } from '../../../wire/fields.js';
import { PublicMethodology, presentPublicMethodology } from '../../../wire/methodology.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import { formatTimestamp } from '../../../wire/times.js';
import { countryOf } from '../../../messages/places/country-of.js';
import { certificateProofUrl } from '../../../messages/links.js';
import type { CertificateFacts } from '../certificate-facts.js';

const write = jsonWriter(
  Type.Object({
    id: Type.String(),
    number: Type.String(),
    account: Type.Object({ display_name: Type.String() }),
    trees: Decimal,
    pages: PageCount,
    date: Type.String(),
    project: Type.Object({
      name: Type.String(),
      latitude: Type.Number(),
      longitude: Type.Number(),
      picture_url: Nullable(Type.String()),
      country: Nullable(Type.String()),
      place: Nullable(Type.String()),
    }),
    methodology: Nullable(PublicMethodology),
    url: Type.String(),
    pdf_url: Type.String(),
    /** Null while it is being entered. Absent in a sandbox, which has no log. */
    log: Type.Optional(
      Nullable(
        Type.Object({
          origin: Type.String(),
          index: Type.Number(),
          entry: Type.Unsafe<unknown>({}),
          proof_url: Type.String(),
        }),
      ),
    ),
    /** Absent: it is real. */
    sandbox: Type.Optional(Type.Literal(true)),
  }),
);

/** The content of the page for programs. */
export const certificateJson = (facts: CertificateFacts, pictureUrl: string | undefined): string =>
  write({
    id: facts.id,
    number: facts.number,
    account: { display_name: facts.accountName },
    trees: exactNumber(facts.trees),
    pages: exactNumber(facts.pages),
    date: formatTimestamp(facts.date),
    project: {
      name: facts.project.name,
      latitude: facts.project.latitude,
      longitude: facts.project.longitude,
      picture_url: pictureUrl ?? null,
      country: countryOf(facts.project.latitude, facts.project.longitude) ?? null,
      place: facts.project.place || null,
    },
    methodology: facts.methodology && presentPublicMethodology(facts.methodology),
    url: facts.url,
    pdf_url: `${facts.url}.pdf`,
    ...(facts.log && {
      log: facts.log.entered
        ? {
            origin: facts.log.origin,
            index: facts.log.entered.index,
            entry: JSON.parse(facts.log.entered.entry) as unknown,
            proof_url: certificateProofUrl(facts.url),
          }
        : null,
    }),
    ...(facts.isSandbox && { sandbox: true as const }),
  });
