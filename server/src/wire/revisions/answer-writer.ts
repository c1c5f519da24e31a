import type { TSchema } from '@sinclair/typebox';
import { jsonWriter } from '../json-writer.js';
import type { RevisionAdapter } from './revision.js';

/** Writes answers of a schema of the model as JSON in a revision. Changes them. */
export function answerWriter(model: TSchema, adapter: RevisionAdapter): (answer: unknown) => string {
  const serialize = jsonWriter(adapter.schema(model));
  const fromModel = adapter.fromModel(model);
  if (!fromModel) return serialize;
  return (answer) => {
    fromModel(answer);
    return serialize(answer);
  };
}
