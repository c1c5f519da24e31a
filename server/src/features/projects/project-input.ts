import type { CarbonProject } from './carbon-project-store.js';
import type { NewForestryProject } from './forestry-project-store.js';

/** Missing or undefined fields stay unchanged. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

type ForestryFields = Omit<NewForestryProject, 'id' | 'createdAt'>;
export type ForestryProjectChanges = Given<Omit<ForestryFields, 'completedByCapacity'>>;
export type ForestryProjectInput = ForestryProjectChanges &
  Pick<ForestryFields, 'name' | 'forestLatitude' | 'forestLongitude'>;

type CarbonFields = Omit<CarbonProject, 'id' | 'createdAt'>;
export type CarbonProjectChanges = Given<CarbonFields>;
export type CarbonProjectInput = CarbonProjectChanges & Omit<CarbonFields, 'status'>;

/** The base, overwritten with the given fields. */
export const withChanges = <T extends object>(base: T, given: NoInfer<Given<T>>): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

/** Merged into the known project if there is one, or else into a blank one. */
export const forestryProjectFrom = (given: ForestryProjectInput, known?: ForestryFields): ForestryFields =>
  changedForestryProject(known ?? blankForestryProject(given), given);

/** A status set by the operator is the operator's decision, even if the capacity had led to the same status. */
export const changedForestryProject = <P extends ForestryFields>(
  known: P,
  given: ForestryProjectChanges,
): P =>
  withChanges<ForestryFields>(known, { ...given, ...(given.status && { completedByCapacity: false }) }) as P;

const blankForestryProject = ({
  name,
  forestLatitude,
  forestLongitude,
}: ForestryProjectInput): ForestryFields => ({
  name,
  forestLatitude,
  forestLongitude,
  status: 'active',
  contentLogo: '',
  contentMasthead: '',
  contentIntroduction: '',
  contentBodyHtml: '',
  contentImages: [],
  website: '',
  place: '',
  capacityTrees: null,
});

export const carbonProjectFrom = (given: CarbonProjectInput, known?: CarbonFields): CarbonFields =>
  withChanges<CarbonFields>(known ?? { ...given, status: 'active' }, given);
