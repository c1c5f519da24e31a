import Big from 'big.js';
import { decimal, type Decimal } from '../../platform/decimals.js';

export type Position = readonly [longitude: number, latitude: number];
type Rings = readonly (readonly Position[])[];

/** GeoJSON (RFC 7946). */
export type Area =
  | { readonly type: 'Polygon'; readonly coordinates: Rings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] };

/** Somebody went and counted how many of the trees live. */
export interface SurvivalAudit {
  /** YYYY-MM-DD */
  readonly auditedOn: string;
  /** From 0 to 1. */
  readonly rate: number;
  readonly auditor: string;
}

/** What the operator says of a planting. */
export interface PlantingFacts {
  readonly projectId: string;
  readonly reference: string;
  /** YYYY-MM-DD */
  readonly plantedOn: string;
  readonly trees: Decimal;
  readonly partner: string;
  readonly species: readonly string[];
  readonly polygon: Area | null;
  /** The oldest first. */
  readonly survival: readonly SurvivalAudit[];
  readonly sourceUrl: string | null;
}

export interface Planting extends PlantingFacts {
  readonly id: string;
  readonly survivingTrees: Decimal;
  /** How many of them stand for trees of certificates. */
  readonly coveredTrees: Decimal;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** By the newest audit, never more than there are. */
export const survivingTrees = ({ trees, survival }: Pick<PlantingFacts, 'trees' | 'survival'>): Decimal =>
  decimal(trees)
    .times(String(survival.at(-1)?.rate ?? 1))
    .round(6, Big.roundDown)
    .toFixed();
