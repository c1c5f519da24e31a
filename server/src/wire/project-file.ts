import { Type, type Static } from '@sinclair/typebox';
import { decimal } from '../platform/decimals.js';
import type {
  CarbonProjectChanges as CarbonInput,
  ForestryProjectChanges as ForestryInput,
} from '../features/projects/project-input.js';
import { Body, SingleLineText, OneOf, Optional, MultilineText } from './fields.js';

const Url = MultilineText(100_000);
const Content = MultilineText(200_000);
/** Of the project's own site. Public pages link to it, so it can be nothing but a page. */
const Website = Type.String({ maxLength: 2048, format: 'web-address' });
const Status = OneOf(['active', 'complete']);

const Name = SingleLineText(255);
const Latitude = Type.Number({ minimum: -90, maximum: 90 });
const Longitude = Type.Number({ minimum: -180, maximum: 180 });
const forestryOptions = {
  status: Optional(Status),
  content_logo: Optional(Url),
  content_masthead: Optional(Url),
  content_introduction: Optional(Content),
  content_body_html: Optional(Content),
  content_images: Optional(Type.Array(Url, { maxItems: 100 })),
  website: Optional(Website),
  place: Optional(SingleLineText(100)),
  capacity_trees: Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e12, decimals: 6 })),
};
const forestry = { name: Name, forest_latitude: Latitude, forest_longitude: Longitude, ...forestryOptions };

const PricePerTonne = Type.Number({ minimum: 0, maximum: 1e6 });
const carbon = {
  name: Name,
  type: SingleLineText(255),
  registry_name: SingleLineText(255),
  price_per_tonne: PricePerTonne,
  status: Optional(Status),
};

// The output of a list can be imported again.
const asPrinted = { id: Optional(Type.String()) };

/** Forestry projects in an operator's import: the field names of the API, and the capacity in trees. */
export const ForestryProjectFile = Type.Array(Body('ForestryProjectEntry', { ...forestry, ...asPrinted }), {
  maxItems: 10_000,
});

export const CarbonProjectFile = Type.Array(Body('CarbonProjectEntry', { ...carbon, ...asPrinted }), {
  maxItems: 10_000,
});

export const NewForestryProject = Body('NewForestryProject', forestry);
export const ForestryProjectChanges = Body('ForestryProjectChanges', {
  name: Type.Optional(Name),
  forest_latitude: Type.Optional(Latitude),
  forest_longitude: Type.Optional(Longitude),
  ...forestryOptions,
});

export const NewCarbonProject = Body('NewCarbonProject', carbon);
export const CarbonProjectChanges = Body('CarbonProjectChanges', {
  name: Type.Optional(Name),
  type: Type.Optional(SingleLineText(255)),
  registry_name: Type.Optional(SingleLineText(255)),
  price_per_tonne: Type.Optional(PricePerTonne),
  status: Optional(Status),
});

type ForestryGiven = Static<typeof ForestryProjectChanges>;
type CarbonGiven = Static<typeof CarbonProjectChanges>;

/** Omitted fields stay unchanged; null clears a field. */
export const forestryProjectOf = <G extends ForestryGiven>(given: G) =>
  ({
    name: given.name,
    status: given.status ?? undefined,
    forestLatitude: given.forest_latitude,
    forestLongitude: given.forest_longitude,
    contentLogo: emptied(given.content_logo, ''),
    contentMasthead: emptied(given.content_masthead, ''),
    contentIntroduction: emptied(given.content_introduction, ''),
    contentBodyHtml: emptied(given.content_body_html, ''),
    contentImages: emptied(given.content_images, []),
    website: emptied(given.website, ''),
    place: emptied(given.place, ''),
    capacityTrees:
      given.capacity_trees == null ? given.capacity_trees : decimal(given.capacity_trees).toFixed(),
  }) satisfies ForestryInput as ForestryInput & {
    name: G['name'];
    forestLatitude: G['forest_latitude'];
    forestLongitude: G['forest_longitude'];
  };

const emptied = <T>(given: T | null | undefined, none: T): T | undefined => (given === null ? none : given);

export const carbonProjectOf = <G extends CarbonGiven>(given: G) =>
  ({
    name: given.name,
    type: given.type,
    registryName: given.registry_name,
    pricePerTonne: given.price_per_tonne === undefined ? undefined : decimal(given.price_per_tonne).toFixed(),
    status: given.status ?? undefined,
  }) satisfies CarbonInput as CarbonInput & {
    name: G['name'];
    type: G['type'];
    registryName: G['registry_name'];
    pricePerTonne: G['price_per_tonne'] extends number ? string : string | undefined;
  };
