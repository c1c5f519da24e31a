import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { renamed, withField, without } from '../../src/wire/revisions/change.js';
import { createAdapters, type Revision } from '../../src/wire/revisions/revision.js';

const Paper = Type.Object({ id: Type.String(), weight: Type.Integer() }, { title: 'Paper' });
const Papers = Type.Object({ papers: Type.Array(Paper) }, { title: 'Papers' });

const described = { name: 'change', description: 'A change.' };

/** The model is 2, so the changes of 3 and 4 describe the newer revision, and those of 2 the older. */
const revisions: readonly Revision[] = [
  {
    name: '4',
    changes: [
      {
        ...described,
        shapes: { Paper: renamed('gsm', 'mass_per_area') },
        fieldRenames: { gsm: 'mass_per_area' },
      },
    ],
  },
  {
    name: '3',
    changes: [
      { ...described, shapes: { Paper: renamed('weight', 'gsm') }, fieldRenames: { weight: 'gsm' } },
      {
        ...described,
        addsPath: '/colors',
        shapes: { Paper: withField('color', 'id', Type.String()) },
      },
    ],
  },
  {
    name: '2',
    changes: [
      {
        ...described,
        requiresUserAgent: true,
        shapes: { Paper: without('id') },
        fieldRenames: { weight: 'heaviness' },
      },
    ],
  },
  { name: '1', changes: [] },
];

const adapters = createAdapters(revisions, '2');
const names = revisions.map(({ name }) => name);

const of = (name: string) => {
  const adapter = adapters.get(name);
  if (!adapter) throw new Error(`There is no adapter for ${name}`);
  return adapter;
};

const converted = (
  convert: ((value: unknown) => void) | undefined,
  value: Record<string, unknown>,
): object => {
  const copy = structuredClone(value);
  convert?.(copy);
  return copy;
};

describe('A revision', () => {
  it('has its own fields, in their order, whether it is older or newer than the model', () => {
    const fields = names.map((name) => Object.keys(of(name).schema(Paper)['properties'] as object));
    expect(fields).toEqual([
      ['id', 'color', 'mass_per_area'],
      ['id', 'color', 'gsm'],
      ['id', 'weight'],
      ['weight'],
    ]);
  });

  it('needs no conversion if it is the model, or if only its schema differs', () => {
    expect([of('2').toModel(Papers), of('2').fromModel(Papers)]).toEqual([undefined, undefined]);
    expect([of('1').toModel(Papers), of('1').fromModel(Papers)]).toEqual([undefined, undefined]);
  });

  it('has its requests converted to the model, step by step', () => {
    const request = { papers: [{ id: 'a', color: 'red', mass_per_area: 80 }] };
    expect(converted(of('4').toModel(Papers), request)).toEqual({
      papers: [{ id: 'a', color: 'red', weight: 80 }],
    });
  });

  it('has its responses converted from the model, step by step', () => {
    const response = { papers: [{ id: 'a', color: 'red', weight: 80 }] };
    expect(converted(of('3').fromModel(Papers), response)).toMatchObject({ papers: [{ gsm: 80 }] });
    expect(converted(of('4').fromModel(Papers), response)).toMatchObject({
      papers: [{ id: 'a', color: 'red', mass_per_area: 80 }],
    });
  });

  it('has the paths and the User-Agent rule of all revisions up to itself', () => {
    expect(names.filter((name) => of(name).hasPath('/colors/red'))).toEqual(['4', '3']);
    expect(names.filter((name) => of(name).hasPath('/colorsets'))).toEqual(names);
    expect(names.filter((name) => of(name).requiresUserAgent)).toEqual(['4', '3', '2']);
  });

  it('has its own words in messages', () => {
    expect(names.map((name) => of(name).reword('weight is required'))).toEqual([
      'mass_per_area is required',
      'gsm is required',
      'weight is required',
      'heaviness is required',
    ]);
  });
});
