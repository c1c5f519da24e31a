import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogues } from '../../src/messages/catalogues.js';

const root = new URL('../../src', import.meta.url).pathname;

/** Every action that is written as such; those of `statusChange` and `recordNew` are put together. */
function recordedActions(): string[] {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => [
      ...readFileSync(join(root, name), 'utf8').matchAll(/\baction: '([a-z_]+\.[a-z_]+)'/g),
    ])
    .map(([, action = '']) => action);
  return [...new Set(found)].sort();
}

describe('Actions in the audit trail', () => {
  it('have words for people', () => {
    const actions = recordedActions();
    expect(actions.length).toBeGreaterThan(60);
    expect(actions.filter((action) => !(`app.operator.audit.action.${action}` in catalogues.en))).toEqual([]);
  });
});
