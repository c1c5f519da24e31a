import type { InvalidLine } from '../../platform/reason.js';
import type { PlantingFacts } from './planting.js';

/** A row of a file. What is undefined stays as it is, null is removed. */
export interface PlantingLine extends Omit<
  PlantingFacts,
  'projectId' | 'polygon' | 'survival' | 'sourceUrl'
> {
  readonly line: number;
  /** Added to messages: several rows of JSON may be on one line. */
  readonly messageSuffix: string;
  /** Its name or id. */
  readonly project: string;
  readonly polygon?: PlantingFacts['polygon'] | undefined;
  readonly survival?: PlantingFacts['survival'] | null | undefined;
  readonly sourceUrl?: PlantingFacts['sourceUrl'] | undefined;
}

export interface PlantingFile {
  /** Those without faults. */
  readonly lines: readonly PlantingLine[];
  readonly faults: readonly InvalidLine[];
}
