import { isDeepStrictEqual } from 'node:util';
import type { Json } from './api-client.js';

// Rules of `recommended-strict` in the linter's next major version, which would be a second copy of it, next to the one that
// openapi-typescript needs. The one on OAuth scopes is left out, because keys have none.

export interface RuleProblem {
  readonly ruleId: string;
  readonly at: string;
}

/** The rules that a part of the document breaks. */
function brokenBy(node: Json, at: string): string[] {
  const members = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(node[key]) ? [node[key]] : []));
  const broken = {
    'no-duplicated-enum-values': Array.isArray(node.enum) && hasDuplicates(node.enum),
    'no-duplicated-tag-names': at === '' && hasDuplicates((node.tags ?? []).map(({ name }: Json) => name)),
    'no-illogical-composition-keywords': members.some(isIllogical),
    'no-mixed-number-range-constraints':
      hasBoth(node, 'minimum', 'exclusiveMinimum') || hasBoth(node, 'maximum', 'exclusiveMaximum'),
    'no-unsafe-markdown': typeof node.description === 'string' && unsafeMarkdown.test(node.description),
    'spec-ref-siblings': typeof node.$ref === 'string' && !isSchema.test(at) && hasSiblings(node),
  };
  return Object.entries(broken).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []));
}

const hasDuplicates = (values: readonly unknown[]): boolean =>
  values.some((value, index) => values.slice(0, index).some((other) => isDeepStrictEqual(other, value)));

const isIllogical = (members: readonly unknown[]): boolean =>
  members.length < 2 || members.some((schema) => isDeepStrictEqual(schema, {})) || hasDuplicates(members);

const hasBoth = (node: Json, ...bounds: readonly string[]): boolean =>
  bounds.every((bound) => typeof node[bound] === 'number');

const unsafeMarkdown = /<script\b|<[a-z][^>]*\bon[a-z]+\s*=|javascript:/i;

/** Schemas may have anything next to a reference. */
const isSchema = /\/(schema|items|(schemas|properties)\/[^/]+|(any|one|all)Of\/\d+)$/;
const hasSiblings = (reference: object): boolean =>
  Object.keys(reference).some((key) => !['$ref', 'summary', 'description'].includes(key));

const isValue = (key: string): boolean => ['example', 'examples', 'default', 'const'].includes(key);

export function ruleProblems(node: Json, at = ''): RuleProblem[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Array.isArray(node) ? [] : brokenBy(node, at).map((ruleId) => ({ ruleId, at }));
  const parts = Object.entries<Json>(node).filter(([key]) => !isValue(key));
  return [...own, ...parts.flatMap(([key, part]) => ruleProblems(part, `${at}/${key}`))];
}
