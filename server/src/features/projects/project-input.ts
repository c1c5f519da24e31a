import type { CarbonProject } from './carbon-project-store.js';
import type { NewForestryProject } from './forestry-project-store.js';

/** What is not given, or undefined, stays as it is. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

type ForestryFields = Omit<NewForestryProject, 'id' | 'createdAt'>;
export type ForestryProjectChanges = Given<Omit<ForestryFields, 'completedByCapacity'>>;
export type ForestryProjectInput = ForestryProjectChanges &
  Pick<ForestryFields, 'name' | 'forestLatitude' | 'forestLongitude'>;

type CarbonFields = Omit<CarbonProject, 'id' | 'createdAt'>;
export type CarbonProjectChanges = Given<CarbonFields>;
export type CarbonProjectInput = CarbonProjectChanges & Omit<CarbonFields, 'status'>;

/** The base with all that was given in place of its own. */
export const over = <T extends object>(base: T, given: NoInfer<Given<T>>): T => ({
  ...base,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
});

/** Over what is known of it, or over nothing. */
export const forestryProjectFrom = (given: ForestryProjectInput, known?: ForestryFields): ForestryFields =>
  changedForestryProject(known ?? blankForestryProject(given), given);

/** A status that the operator gives is the operator's decision, also where the capacity had decided the same. */
export const changedForestryProject = <P extends ForestryFields>(
  known: P,
  given: ForestryProjectChanges,
): P => over<ForestryFields>(known, { ...given, ...(given.status && { completedByCapacity: false }) }) as P;

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
  capacityTrees: null,
});

export const carbonProjectFrom = (given: CarbonProjectInput, known?: CarbonFields): CarbonFields =>
  over<CarbonFields>(known ?? { ...given, status: 'active' }, given);
