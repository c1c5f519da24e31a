import { Type } from '@sinclair/typebox';
import { countryOf } from '../../../messages/places/country-of.js';
import { exactNumber } from '../../../platform/exact-number.js';
import { Count, Decimal, Nullable } from '../../../wire/fields.js';
import { PlantingPhoto } from '../../../wire/planting.js';
import { presentPhoto } from '../../../wire/planting-photo.js';
import { jsonWriter } from '../../../wire/json-writer.js';
import type { ProjectFacts } from './project-facts.js';

const Text = Type.String();
const write = jsonWriter(
  Type.Object({
    id: Text,
    name: Text,
    introduction: Text,
    latitude: Type.Number(),
    longitude: Type.Number(),
    country: Nullable(Text),
    place: Nullable(Text),
    picture_url: Nullable(Text),
    planted: Decimal,
    surviving: Decimal,
    certified: Decimal,
    covered: Decimal,
    pending: Decimal,
    species: Type.Array(Text),
    survival: Type.Array(Type.Object({ month: Text, planted: Decimal, surviving: Decimal })),
    planting_count: Count,
    /** The newest ones. */
    plantings: Type.Array(
      Type.Object({
        id: Text,
        reference: Text,
        planted_on: Text,
        trees: Decimal,
        surviving_trees: Decimal,
        covered_trees: Decimal,
        partner: Text,
        species: Type.Array(Text),
        survival: Type.Array(Type.Object({ audited_on: Text, rate: Type.Number(), auditor: Text })),
        source_url: Nullable(Text),
        photos: Type.Array(PlantingPhoto),
      }),
    ),
    url: Text,
    /** Absent: it is real. */
    sandbox: Type.Optional(Type.Literal(true)),
  }),
);

/** The content of the page for programs. */
export const projectJson = (facts: ProjectFacts): string => {
  const { project, figures, baseUrl } = facts;
  return write({
    id: project.id,
    name: project.name,
    introduction: project.contentIntroduction,
    latitude: project.forestLatitude,
    longitude: project.forestLongitude,
    country: countryOf(project.forestLatitude, project.forestLongitude) ?? null,
    place: project.place || null,
    picture_url: facts.picturePath === undefined ? null : baseUrl + facts.picturePath,
    planted: exactNumber(figures.planted),
    surviving: exactNumber(figures.surviving),
    certified: exactNumber(figures.certified),
    covered: exactNumber(figures.covered),
    pending: exactNumber(figures.pending),
    species: [...facts.species],
    survival: facts.survival.map(({ month, planted, surviving }) => ({
      month: month.slice(0, 'YYYY-MM'.length),
      planted: exactNumber(planted),
      surviving: exactNumber(surviving),
    })),
    planting_count: facts.plantingCount,
    plantings: facts.plantings.map((planting) => ({
      id: planting.id,
      reference: planting.reference,
      planted_on: planting.plantedOn,
      trees: exactNumber(planting.trees),
      surviving_trees: exactNumber(planting.survivingTrees),
      covered_trees: exactNumber(planting.coveredTrees),
      partner: planting.partner,
      species: [...planting.species],
      survival: planting.survival.map(({ auditedOn, rate, auditor }) => ({
        audited_on: auditedOn,
        rate,
        auditor,
      })),
      source_url: planting.sourceUrl,
      photos: planting.photos.map((photo) => presentPhoto(photo, baseUrl)),
    })),
    url: facts.url,
    ...(facts.isSandbox && { sandbox: true as const }),
  });
};
