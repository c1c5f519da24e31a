import { Type, type Static, type TSchema } from '@sinclair/typebox';
import { keptDays, eventTypes } from '../../features/events/event-types.js';
import type { Event as EventRow } from '../../features/events/event-list-store.js';
import { findForestryProjects } from '../../features/projects/forestry-project-store.js';
import type { Context } from '../../database/context.js';
import { mapInBatches } from '../../platform/limits/batches.js';
import { Count, Field, Id, OneOf, Timestamp } from '../fields.js';
import { jsonWriter, WrittenJson, WrittenObject } from '../json-writer.js';
import { answerWriter } from '../revisions/answer-writer.js';
import { adapters } from '../revisions/index.js';
import { formatTimestamp } from '../times.js';
import { presentationOf, projectIdOf, type EventPresentationContext } from './event-objects.js';

const fields = {
  account_id: Field('The account that it happened to.', Id),
  created_at: Field('When it happened.', Timestamp),
  sequence: Field('Grows from event to event of an account, with gaps.', Count),
  livemode: Field('`false` in a sandbox.', Type.Boolean()),
  revision: Field('The revision in which the object is presented.', Type.String()),
  data: Field(
    'The resource that it is about.',
    Type.Object({
      object: Field('The resource as it was then; as it last was, if it was deleted.', WrittenObject),
      truncated: Type.Optional(
        Field('The event would be larger than 20 kB, so the object has only its id.', Type.Literal(true)),
      ),
    }),
  ),
};

export const AccountEvent = Type.Object(
  {
    id: Field('Its id. A repeated delivery has the same.', Id),
    type: Field(`What happened. Events are kept for ${keptDays} days.`, OneOf(eventTypes)),
    ...fields,
  },
  { title: 'AccountEvent' },
);

/** An event as JSON. */
export const writeEvent: (event: Static<typeof AccountEvent>) => string = jsonWriter(AccountEvent);

const maxBytes = 20_000;
/** Presented without a pause for other requests. */
const eventsPerTurn = 50;

/** Presents events in a revision, in the given order. */
export async function presentEvents(
  context: Context,
  events: readonly EventRow[],
  revision: string,
): Promise<Static<typeof AccountEvent>[]> {
  const ids = new Set(events.flatMap((event) => projectIdOf(event) ?? []));
  const projects = ids.size === 0 ? [] : await findForestryProjects(context.db, [...ids]);
  const surroundings = { context, projects: new Map(projects.map((project) => [project.id, project])) };
  return mapInBatches(events, eventsPerTurn, (event) => presentEvent(event, surroundings, revision));
}

function presentEvent(
  event: EventRow,
  surroundings: EventPresentationContext,
  revision: string,
): Static<typeof AccountEvent> {
  const presented = (data: Static<typeof AccountEvent>['data']): Static<typeof AccountEvent> => ({
    id: event.id,
    type: event.type,
    account_id: event.accountId,
    created_at: formatTimestamp(event.at),
    sequence: event.sequence,
    livemode: surroundings.context.sandbox === undefined,
    revision,
    data,
  });
  const { schema, present } = presentationOf(event);
  const object = event.facts['truncated'] === true ? undefined : present(event, surroundings);
  const whole = object && presented({ object: new WrittenJson(writeIn(revision, schema, object)) });
  if (whole && Buffer.byteLength(writeEvent(whole)) <= maxBytes) return whole;
  return presented({ object: new WrittenJson(JSON.stringify({ id: event.subjectId })), truncated: true });
}

type Writer = ReturnType<typeof answerWriter>;

/** By revision and schema. */
const writers = new Map<string, Map<TSchema, Writer>>();

function writeIn(revision: string, schema: TSchema, object: object): string {
  const ofRevision = writers.get(revision) ?? new Map<TSchema, Writer>();
  writers.set(revision, ofRevision);
  const adapter = adapters.get(revision);
  if (!adapter) throw new Error(`There is no revision ${revision}`);
  const writer = ofRevision.get(schema) ?? answerWriter(schema, adapter);
  ofRevision.set(schema, writer);
  return writer(object);
}
