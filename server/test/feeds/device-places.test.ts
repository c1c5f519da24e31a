import { describe, expect, it } from 'vitest';
import { feedOfPlaces } from '../support/places.js';

describe('A serial number', () => {
  it('that is read at two places is counted at the first of them, and from then on there', () => {
    const { collect } = feedOfPlaces();
    const [a, b] = [
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ];
    expect(collect([a, b])).toEqual(['S counts', 'S elsewhere']);
    expect(collect([b])).toEqual(['S elsewhere']);
    expect(collect([b, a])).toEqual(['S elsewhere', 'S counts']);
  });

  it('that has been read at a place is counted there, whatever comes before it in the list', () => {
    const { collect } = feedOfPlaces();
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
    expect(
      collect([
        { at: 'a', serial: 'S' },
        { at: 'b', serial: 'S' },
      ]),
    ).toEqual(['S elsewhere', 'S counts']);
  });

  it('moves where its old place is no longer queried', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'b', serial: 'S' }], { queried: ['b'] })).toEqual(['S counts']);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
  });

  it('goes on where it returns to an address that the feed did not name for a while, or comes to another one', () => {
    for (const at of ['a', 'b']) {
      const { collect } = feedOfPlaces();
      collect([{ at: 'a', serial: 'S' }]);
      collect([{ at: 'c', serial: 'T' }], { queried: ['c'] });
      expect(collect([{ at, serial: 'S' }])).toEqual(['S counts']);
      expect(collect([{ at, serial: 'S' }])).toEqual(['S counts']);
    }
  });

  it('moves where another one answers at its old place, also if the two change places', () => {
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

  it('waits while its old place is silent, or does not say who it is, and is counted once that is clear', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S elsewhere']);
    expect(collect([{ at: 'a' }, { at: 'b', serial: 'S' }])).toEqual(['a incomplete', 'S elsewhere']);
    expect(collect([{ at: 'b' }])).toEqual(['b incomplete']);
    expect(collect([{ at: 'b', serial: 'S' }], { queried: ['b'] })).toEqual(['S counts']);
  });

  it('begins anew at a place where it was read while it was counted elsewhere: it may be two devices', () => {
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

  it('begins anew wherever it goes once it was read at two places at once', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect([{ at: 'c', serial: 'S' }], { queried: ['c'] })).toEqual(['S begins']);
    expect(collect([{ at: 'c', serial: 'S' }], { queried: ['c'] })).toEqual(['S counts']);
  });

  it('begins anew also where its twins take turns, with a day between on which nobody says it', () => {
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

  it('may change its number among the devices of an address', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', slot: '1', serial: 'S' }]);
    expect(collect([{ at: 'a', slot: '2', serial: 'S' }])).toEqual(['S counts']);
    expect(collect([{ at: 'a', slot: '3' }])).toEqual(['a incomplete']);
  });

  it('keeps its place while another one is there for a day', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'a', serial: 'T' }])).toEqual(['T counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('of a device that was counted before places were remembered goes on', () => {
    const { collect } = feedOfPlaces({ devices: new Set(['S', 'a']) });
    expect(collect([{ at: 'b', serial: 'S' }, { at: 'a' }])).toEqual(['S counts', 'a counts']);
  });
});

describe('A device that does not say who it is', () => {
  it('is passed over where one is known that did, and does not begin a count', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'a' }])).toEqual(['a incomplete']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('is passed over where one is known that is counted elsewhere', () => {
    const { collect } = feedOfPlaces();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect([{ at: 'b' }])).toEqual(['b incomplete']);
  });

  it('is counted although another one was seen there once, which is counted elsewhere today', () => {
    const { collect } = feedOfPlaces();
    const both = [{ at: 'a', serial: 'S' }, { at: 'b' }];
    expect(collect(both)).toEqual(['S counts', 'b counts']);
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect(both)).toEqual(['S counts', 'b counts']);
    // The other one is there for good: from then on it is the one that counts.
    expect(collect([{ at: 'b', serial: 'S' }], { queried: ['b'] })).toEqual(['S begins']);
    expect(collect([{ at: 'b' }], { queried: ['b'] })).toEqual(['b incomplete']);
  });

  it('begins anew when one that said more of itself has been there and has left', () => {
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

  it('begins anew at an address that the feed did not name for a while, whoever has been there', () => {
    const { collect } = feedOfPlaces();
    const others = { queried: ['b', 'c'] };
    collect([{ at: 'a', serial: 'S' }]);
    collect([{ at: 'b', serial: 'T' }], others);
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
    collect([{ at: 'b', serial: 'T' }], others);
    expect(collect([{ at: 'a' }])).toEqual(['a begins']);
    // What it printed meanwhile has been counted.
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S begins']);
  });

  it('stays the same when its host has more devices, or fewer', () => {
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

  it('is counted beside others of its host that do', () => {
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
