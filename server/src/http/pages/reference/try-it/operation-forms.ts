import type { ApiDescription, Operation, Parameter } from '../model.js';
import { operationsOf } from '../page-facts.js';
import { exampleQuery } from '../samples/example-request.js';

/** What the script needs to make the forms of a page, so that the page itself stays small. Read by assets/try-it. */
export interface OperationForms {
  readonly revision: string;
  readonly baseUrl: string;
  readonly operations: Readonly<Record<string, OperationForm>>;
}

interface OperationForm {
  readonly method: string;
  readonly path: string;
  readonly fields: readonly FormField[];
  /** The first is chosen at first. Empty if the operation takes no body. */
  readonly bodies: readonly { readonly mediaType: string; readonly text: string }[];
  readonly answerTypes: readonly string[];
}

interface FormField {
  readonly name: string;
  readonly place: Parameter['place'];
  readonly isRequired: boolean;
  readonly meaning: string;
  readonly options: readonly string[];
  /** Shown in an empty field. */
  readonly example: string;
}

export const operationForms = (api: ApiDescription): OperationForms => ({
  revision: api.revision,
  baseUrl: api.baseUrl,
  operations: Object.fromEntries(operationsOf(api).map((operation) => [operation.id, formOf(operation)])),
});

function formOf(operation: Operation): OperationForm {
  const { method, path, parameters, request, otherBodies, answerTypes, exampleId } = operation;
  const examples = exampleQuery(operation);
  return {
    method,
    path,
    fields: parameters.map(({ name, place, isRequired, meaning, options }) => ({
      name,
      place,
      isRequired,
      meaning: meaning.replaceAll('`', ''),
      options,
      example: place === 'path' ? exampleId : (examples[name] ?? ''),
    })),
    bodies: [
      ...(request ? [{ mediaType: 'application/json', text: JSON.stringify(request.example, null, 2) }] : []),
      ...otherBodies.map(({ mediaType, example }) => ({ mediaType, text: example })),
    ],
    answerTypes,
  };
}
