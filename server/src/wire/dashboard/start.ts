import { Type, type Static } from '@sinclair/typebox';
import type { Start as StartRow } from '../../features/accounts/start-store.js';
import { Body } from '../fields.js';

/** The first steps of an account, and which of them are done. */
export const Start = Type.Object(
  {
    projects: Type.Boolean(),
    paper: Type.Boolean(),
    colleague: Type.Boolean(),
    shared: Type.Boolean(),
    dismissed: Type.Boolean(),
  },
  { title: 'Start' },
);

export const StartChanges = Body('StartChanges', {
  shared: Type.Optional(Type.Literal(true)),
  dismissed: Type.Optional(Type.Literal(true)),
});

export const presentStart = (start: StartRow): Static<typeof Start> => ({ ...start });
