import { Type, type Static } from '@sinclair/typebox';
import type { FirstSteps as FirstStepsRow } from '../../features/accounts/first-steps-store.js';
import { Body } from '../fields.js';

/** The first steps of an account, and which of them are done. */
export const FirstSteps = Type.Object(
  {
    projects: Type.Boolean(),
    paper: Type.Boolean(),
    colleague: Type.Boolean(),
    shared: Type.Boolean(),
    dismissed: Type.Boolean(),
  },
  { title: 'FirstSteps' },
);

export const FirstStepsChanges = Body('FirstStepsChanges', {
  shared: Type.Optional(Type.Literal(true)),
  dismissed: Type.Optional(Type.Literal(true)),
});

export const presentFirstSteps = (steps: FirstStepsRow): Static<typeof FirstSteps> => ({ ...steps });
