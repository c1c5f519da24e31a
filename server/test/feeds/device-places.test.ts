import { describe, expect, it } from 'vitest';
import { feedOfPlaces } from '../support/places.js';

describe('A serial number', () => {
  it('that is read at two places is counted at the first one, and stays there', () => {
    const { collect } = feedOfPlaces();
    const [a, b] = [
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ];
    expect(collect([a, b])).toEqual(['S counts', 'S elsewhere']);
    expect(collect([b])).toEqual(['S elsewhere']);
    expect(collect([b, a])).toEqual(['S elsewhere', 'S counts']);
  });

  it('that has been counted at a place stays there, whatever precedes it in the list', () => {
    const { collect } = feedOfPlaces();
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
    expect(
      collect([
        { at: 'a', serial: 'S' },
        { at: 'b', serial: 'S' },
      ]),
    ).toEqual(['S elsewhere', 'S counts']);
  });

  it('moves if its old place is no longer queried', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'b', serial: 'S' }], { queried: ['b'] })).toEqual(['S counts']);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
  });

  it('continues if it returns to an address that the feed did not name for a while, or moves to another one', () => {
    for (const at of ['a', 'b']) {
      const { collect } = feedOfPlaces();
      collect([{ at: 'a', serial: 'S' }]);
      collect([{ at: 'c', serial: 'T' }], { queried: ['c'] });
      expect(collect([{ at, serial: 'S' }])).toEqual(['S counts']);
      expect(collect([{ at, serial: 'S' }])).toEqual(['S counts']);
    }
  });

  it('moves if another one answers at its old place, also if the two swap places', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'T' },
    ]);
    expect(
      collect([
        { at: 'a', serial: 'T' },
        { at: 'b', serial: 'S' },
      ]),
    ).toEqual(['T counts', 'S counts']);
    expect(
      collect([
        { at: 'a', serial: 'T' },
        { at: 'b', serial: 'S' },
      ]),
    ).toEqual(['T counts', 'S counts']);
  });

  it('is not counted while its old place does not answer or is not identified, and is counted once it is certain', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S elsewhere']);
    expect(collect([{ at: 'a' }, { at: 'b', serial: 'S' }])).toEqual(['a incomplete', 'S elsewhere']);
    expect(collect([{ at: 'b' }])).toEqual(['b incomplete']);
    expect(collect([{ at: 'b', serial: 'S' }], { queried: ['b'] })).toEqual(['S counts']);
  });

  it('starts with a new baseline at a place where it was read while it was counted elsewhere: it may be two devices', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    const swapped = [
      { at: 'a', serial: 'NEW' },
      { at: 'b', serial: 'S' },
    ];
    expect(collect(swapped)).toEqual(['NEW counts', 'S begins']);
    expect(collect(swapped)).toEqual(['NEW counts', 'S counts']);
    expect(collect([{ at: 'a', serial: 'S' }], { queried: ['a'] })).toEqual(['S begins']);
  });

  it('starts with a new baseline wherever it moves once it was read at two places at the same time', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect([{ at: 'c', serial: 'S' }], { queried: ['c'] })).toEqual(['S begins']);
    expect(collect([{ at: 'c', serial: 'S' }], { queried: ['c'] })).toEqual(['S counts']);
  });

  it('starts with a new baseline also if its duplicates alternate, with a day without either in between', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    for (const at of ['b', 'a', 'b']) {
      collect([], { queried: [] });
      expect(collect([{ at, serial: 'S' }], { queried: [at] })).toEqual(['S begins']);
    }
  });

  it('may change its slot at an address', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', slot: '1', serial: 'S' }]);
    expect(collect([{ at: 'a', slot: '2', serial: 'S' }])).toEqual(['S counts']);
    expect(collect([{ at: 'a', slot: '3' }])).toEqual(['a incomplete']);
  });

  it('continues after another one was at its place for a day', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'a', serial: 'T' }])).toEqual(['T counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('that was counted before places were stored continues', () => {
    const { collect } = feedOfPlaces({ devices: new Set(['S', 'a']) });
    expect(collect([{ at: 'b', serial: 'S' }, { at: 'a' }])).toEqual(['S counts', 'a counts']);
  });
});

describe('A device that reports no identity', () => {
  it('is not counted at the place of an identified device', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'a' }])).toEqual(['a incomplete']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('is not counted at a place where a device was read that is counted elsewhere', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect([{ at: 'b' }])).toEqual(['b incomplete']);
  });

  it('is counted if the other device that was read there once is at its own place this time', () => {
    const { collect } = feedOfPlaces();
    const both = [{ at: 'a', serial: 'S' }, { at: 'b' }];
    expect(collect(both)).toEqual(['S counts', 'b counts']);
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect(both)).toEqual(['S counts', 'b counts']);
    // The other device stays here and is counted from now on.
    expect(collect([{ at: 'b', serial: 'S' }], { queried: ['b'] })).toEqual(['S begins']);
    expect(collect([{ at: 'b' }], { queried: ['b'] })).toEqual(['b incomplete']);
  });

  it('starts with a new baseline after an identified device was at its place', () => {
    const { collect } = feedOfPlaces();
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
    expect(collect([{ at: 'a' }])).toEqual(['a incomplete']);
    collect([
      { at: 'a', serial: 'T' },
      { at: 'b', serial: 'S' },
    ]);
    collect(
      [
        { at: 'b', serial: 'S' },
        { at: 'c', serial: 'T' },
      ],
      { queried: ['b', 'c'] },
    );
    expect(collect([{ at: 'a' }])).toEqual(['a begins']);
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
  });

  it('starts with a new baseline at an address that the feed did not name for a while', () => {
    const { collect } = feedOfPlaces();
    const others = { queried: ['b', 'c'] };
    collect([{ at: 'a', serial: 'S' }]);
    collect([{ at: 'b', serial: 'T' }], others);
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
    collect([{ at: 'b', serial: 'T' }], others);
    expect(collect([{ at: 'a' }])).toEqual(['a begins']);
    // Its pages may already have been counted as those of `a`.
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S begins']);
  });

  it('stays the same if its host gets more or fewer devices', () => {
    const { collect } = feedOfPlaces();
    expect(collect([{ at: 'a', as: 'a' }])).toEqual(['a counts']);
    const two = [
      { at: 'a', as: 'a/1' },
      { at: 'a', slot: '2', as: 'a/2' },
    ];
    expect(collect(two)).toEqual(['a counts', 'a/2 counts']);
    expect(collect([{ at: 'a', slot: '2', as: 'a' }])).toEqual(['a/2 counts']);
    expect(collect(two)).toEqual(['a counts', 'a/2 counts']);
  });

  it('is counted next to identified devices of the same host', () => {
    const { collect } = feedOfPlaces();
    const host = [
      { at: 'a', serial: 'S' },
      { at: 'a', slot: '2', as: 'a/2' },
    ];
    expect(collect(host)).toEqual(['S counts', 'a/2 counts']);
    expect(collect(host)).toEqual(['S counts', 'a/2 counts']);
    expect(collect([{ at: 'a', slot: '2', as: 'a/2' }])).toEqual(['a/2 counts']);
  });
});
