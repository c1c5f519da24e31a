import type { Methodology } from '../../../features/paper/methodology.js';
import type { Revision } from '../../../wire/revisions/revision.js';
import type { Fragment, Html } from '../html.js';
import type { ApiDescription, Operation } from './model.js';

export interface PageFacts {
  readonly api: ApiDescription;
  readonly methodology: Methodology;
  /** Newest first. */
  readonly revisions: readonly Revision[];
}

export interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly text: Html;
  /** Next to the text if there is space. */
  readonly samples?: Fragment;
}

export const operationsOf = ({ groups }: ApiDescription): Operation[] =>
  groups.flatMap(({ operations }) => operations);

export const groupId = (name: string): string => name.toLowerCase().replaceAll(/\W+/g, '-');
