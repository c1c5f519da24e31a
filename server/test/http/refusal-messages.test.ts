import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { catalogues } from '../../src/messages/catalogues.js';
import { locales } from '../../src/messages/locales.js';
import { reasonCodes } from '../../src/platform/reason.js';

const root = new URL('../../src', import.meta.url).pathname;

/** Code whose errors go to programs or to people who type commands: these stay English. */
const withoutPeople = [
  /^(cli|database\/partitions|features\/mail|installation\/(backup|demo|log|secrets|upgrade))\//,
  /^features\/feeds\/(collecting\/push-readings|identity\/place-limits)\.ts$/,
  /^wire\/reading-formats\.ts$/,
  /^platform\/(text\/xml-tree|errors|write-new-file)\.ts$/,
  /^features\/(billing\/read-invoices|carbon\/choose-registry)\.ts$/,
  /^features\/projects\/import-projects\.ts$/,
];

/** Messages that dashboard users never see: it sends neither of the fields, or only values of its own. */
const neverMet = [
  'account_id and installation cannot be combined',
  'conflicts with',
  'Only an agent can report',
  'is not a month such as 2026-10',
  'order_id cannot be combined',
];

interface Refused {
  readonly where: string;
  readonly sentence: string;
  readonly reason: ts.Expression | undefined;
}

/** Every `invalid(...)` and `forbidden(...)`; `missing` sets its reason itself. */
function refusals(): Refused[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files
    .filter((name) => !withoutPeople.some((place) => place.test(name)))
    .flatMap((name) => {
      const file = join(root, name);
      const text = readFileSync(file, 'utf8');
      if (!/\b(invalid|forbidden)\(/.test(text)) return [];
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
      const found: Refused[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && /^(invalid|forbidden)$/.test(node.expression.getText())) {
          const [sentence, reason] = node.arguments;
          const { line } = source.getLineAndCharacterOfPosition(node.getStart());
          found.push({
            where: `${relative(root, file)}:${String(line + 1)}`,
            sentence: sentence?.getText() ?? '',
            reason,
          });
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

const all = refusals();

/** The parameters of a message. */
const paramsOf = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))].sort();

describe('Refusals', () => {
  it('have a reason wherever dashboard users can see them', () => {
    expect(all.length).toBeGreaterThan(60);
    const without = all.filter(
      ({ sentence, reason }) => !reason && !neverMet.some((words) => sentence.includes(words)),
    );
    expect(without.map(({ where, sentence }) => `${where} ${sentence}`)).toEqual([]);
  });

  it.each(locales)('have a translation for every reason in %s, and no others', (locale) => {
    const words = Object.entries(catalogues[locale]).filter(([key]) => key.startsWith('refusal.'));
    expect(words.map(([key]) => key.slice('refusal.'.length)).sort()).toEqual([...reasonCodes].sort());
    for (const [key, text] of words) {
      expect(text.trim(), key).not.toBe('');
      expect(paramsOf(text), `${locale} ${key}`).toEqual(
        paramsOf(catalogues.en[key as keyof typeof catalogues.en]),
      );
    }
  });

  it('provide the parameters of their translations', () => {
    const brought = new Map<string, Set<string>>();
    for (const { reason } of all) {
      if (!reason || !ts.isObjectLiteralExpression(reason)) continue;
      const named = new Map(
        reason.properties.flatMap((one) =>
          ts.isPropertyAssignment(one) ? [[one.name.getText(), one.initializer] as const] : [],
        ),
      );
      const code = named.get('code');
      if (!code || !ts.isStringLiteral(code)) continue;
      const params = named.get('params');
      const names =
        params && ts.isObjectLiteralExpression(params)
          ? params.properties.map((one) => one.name?.getText() ?? '')
          : [];
      brought.set(code.text, new Set([...(brought.get(code.text) ?? []), ...names]));
    }
    for (const [code, names] of brought) {
      const wanted = paramsOf(catalogues.en[`refusal.${code}` as keyof typeof catalogues.en]);
      expect([...names], code).toEqual(expect.arrayContaining(wanted));
    }
  });
});
