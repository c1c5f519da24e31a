import { createHash } from 'node:crypto';
import type { Reason } from '../../platform/reason.js';
import type { Area, Position } from './planting.js';

/** Enough for any outline of a forest, and little enough to send many of them. */
export const maxPositions = 2_000;

/** About a centimetre. */
const decimals = 1e7;

/** Says what is wrong with an area, for a message that names the field. */
export class BadArea extends Error {
  override readonly name = 'BadArea';
  constructor(
    readonly what: string,
    readonly reason: Reason = { code: 'bad-polygon', field: 'polygon' },
  ) {
    super(what);
  }
}

/**
 * Reads a GeoJSON Polygon or MultiPolygon in degrees, rounded to the centimetre and without heights. Also as the one feature that
 * programs for maps export it in. Throws a `BadArea`.
 */
export const readArea = (given: unknown): Area => readGeometry(geometryOf(given));

function geometryOf(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('type' in given)) return given;
  if (given.type === 'FeatureCollection' && 'features' in given) {
    const features = Array.isArray(given.features) ? (given.features as readonly unknown[]) : [];
    if (features.length !== 1)
      throw new BadArea('polygon must be one feature: use a MultiPolygon for several areas');
    return geometryOf(features[0]);
  }
  return given.type === 'Feature' && 'geometry' in given ? given.geometry : given;
}

function readGeometry(given: unknown): Area {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw notAnArea();
  const { type, coordinates, bbox: _, ...others } = given as Record<string, unknown>;
  if (type !== 'Polygon' && type !== 'MultiPolygon') throw notAnArea();
  const [other] = Object.keys(others);
  if (other !== undefined) throw new BadArea('polygon may only have type, coordinates and bbox');
  let left = maxPositions;
  const count = (): void => {
    if (left-- === 0)
      throw new BadArea(`polygon must have at most ${maxPositions} positions`, {
        code: 'too-many-entries',
        field: 'polygon',
        params: { max: maxPositions },
      });
  };
  return type === 'Polygon'
    ? { type, coordinates: readRings(coordinates, count) }
    : { type, coordinates: listOf(coordinates).map((rings) => readRings(rings, count)) };
}

const notAnArea = () => new BadArea('polygon must be a GeoJSON Polygon or MultiPolygon');

/** Empty lists would be places that are nowhere. */
function listOf(given: unknown): readonly unknown[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new BadArea('polygon must have coordinates: rings of positions');
  return given;
}

const readRings = (given: unknown, count: () => void): Position[][] =>
  listOf(given).map((ring) => readRing(ring, count));

function readRing(given: unknown, count: () => void): Position[] {
  const ring = listOf(given).map((position) => {
    count();
    return readPosition(position);
  });
  const [first, last] = [ring[0], ring.at(-1)];
  if (ring.length < 4) throw new BadArea('polygon has a ring of fewer than 4 positions');
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1])
    throw new BadArea('polygon has a ring that is not closed: it must end where it begins');
  return ring;
}

function readPosition(given: unknown): Position {
  const values = Array.isArray(given) && given.length <= 3 ? (given as readonly unknown[]) : [];
  const [longitude, latitude, height = 0] = values;
  if (!isWithin(longitude, 180) || !isWithin(latitude, 90) || typeof height !== 'number')
    throw new BadArea(
      'polygon has a position that is not [longitude, latitude] within -180 to 180 and -90 to 90',
    );
  return [rounded(longitude), rounded(latitude)];
}

const isWithin = (value: unknown, limit: number): value is number =>
  typeof value === 'number' && Math.abs(value) <= limit;

/** Adding 0 makes -0 a 0. */
const rounded = (degrees: number): number => Math.round(degrees * decimals) / decimals + 0;

/** What the transparency log contains of an area: the SHA-256 of its canonical JSON (RFC 8785). */
export const hashOfArea = ({ coordinates, type }: Area): string =>
  createHash('sha256').update(JSON.stringify({ coordinates, type })).digest('hex');
