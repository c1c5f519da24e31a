import type { Area, Planting, Position } from './planting.js';

/** The area of a planting, coarse enough to be drawn. */
export interface PlantingOutline extends Pick<Planting, 'id' | 'reference' | 'plantedOn' | 'trees'> {
  /** Outlines, and holes in them. */
  readonly rings: readonly (readonly Position[])[];
}

const maxRings = 50;
/** A ring is closed: its first point is its last. */
const minPoints = 4;

/** At most about this many points, evenly spread. */
export function coarseRings(area: Area, maxPoints: number): Position[][] {
  const rings = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates).flat().slice(0, maxRings);
  const points = rings.reduce((sum, ring) => sum + ring.length, 0);
  const share = Math.min(1, maxPoints / points);
  return rings.map((ring) => evenly(ring, Math.max(minPoints, Math.round(ring.length * share))));
}

/** The first and the last of a list, and as many as wanted in total. */
function evenly(ring: readonly Position[], wanted: number): Position[] {
  if (ring.length <= wanted) return [...ring];
  const step = (ring.length - 1) / (wanted - 1);
  return Array.from({ length: wanted }, (_, index) => ring[Math.round(index * step)] as Position);
}
