import type { Field, Operation } from '../reference/model.js';
import { addressOf } from '../reference/navigation.js';
import { operationNotes } from '../reference/operation-notes.js';
import { groupId, operationsOf, type PageFacts } from '../reference/page-facts.js';
import { chaptersOf } from '../reference/reference-page.js';
import { Html, type Fragment } from '../html.js';
import { textOfHtml, type SearchEntry } from './search-entry.js';

/** Chapters, groups, operations, fields and errors of one revision. */
export function referenceEntries(facts: PageFacts): SearchEntry[] {
  const { api } = facts;
  const place = `Reference ${api.revision}`;
  const entry = (
    id: string,
    rest: Omit<SearchEntry, 'kind' | 'url' | 'place'> & { place?: string },
  ): SearchEntry => ({
    kind: 'reference',
    place,
    url: `${addressOf(api.revision)}#${id}`,
    ...rest,
  });
  return [
    ...chaptersOf(facts).map(({ id, title, text, samples }) =>
      entry(id, { title, text: `${textOfHtml(text.text)} ${textOfFragment(samples)}` }),
    ),
    ...api.failures.map(({ status, description }) =>
      entry('errors', { title: `Error ${status}`, text: description }),
    ),
    ...api.groups.map(({ name, description }) =>
      entry(groupId(name), { title: name, text: `${description}.` }),
    ),
    ...operationsOf(api).map(({ id, method, path, summary }) =>
      entry(id, {
        title: summary,
        place: `${place} · ${method} ${path}`,
        // Collections and the tools of MCP call it by this name.
        text: `${id}. ${(operationNotes[id] ?? '').replaceAll('`', '')}`,
        path,
      }),
    ),
    ...fieldsOf(operationsOf(api)).map(({ field, operation: { id, method, path } }) =>
      entry(id, { title: field.name, place: `${place} · ${method} ${path}`, text: describe(field) }),
    ),
  ];
}

const describe = ({ type, meaning, bounds }: Field): string =>
  `${type}. ${meaning} ${bounds.join('; ')}`.replaceAll('`', '').trim();

interface PlacedField {
  readonly field: Field;
  readonly operation: Operation;
}

/** Many operations share fields: each is listed once for one meaning, at the first operation that takes it or else answers with it. */
function fieldsOf(operations: readonly Operation[]): PlacedField[] {
  const found = new Map<string, PlacedField>();
  const add = (fields: readonly Field[], operation: Operation): void => {
    for (const field of fields) {
      const key = JSON.stringify([field.name, field.meaning]);
      if (!found.has(key)) found.set(key, { field, operation });
    }
  };
  for (const operation of operations) {
    add(operation.request?.fields ?? [], operation);
    add(operation.parameters, operation);
  }
  for (const operation of operations) add(operation.answer.fields, operation);
  return [...found.values()];
}

const textOfFragment = (fragment: Fragment): string => {
  if (fragment instanceof Html) return textOfHtml(fragment.text);
  return Array.isArray(fragment) ? fragment.map(textOfFragment).join(' ') : '';
};
