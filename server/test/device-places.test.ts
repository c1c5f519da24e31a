import { describe, expect, it } from 'vitest';
import { decidePlaces, type Collection } from '../src/feeds/decide-places.js';
import type { Sighting } from '../src/feeds/name-device.js';
import type { Place } from '../src/feeds/place-book.js';

interface Seen {
  readonly at: string;
  readonly slot?: string;
  readonly serial?: string;
  readonly uuid?: string;
  readonly byJobs?: boolean;
  /** What it would be called; missing: as a source calls it. */
  readonly as?: string;
}

const sighting = ({ at, slot = '1', serial, uuid, byJobs = false, as }: Seen): Sighting => {
  const name = [serial, uuid].filter((part) => part !== undefined).join(' ') || at;
  return {
    device: as ?? (byJobs ? `${name} jobs` : name),
    address: at,
    slot,
    serial: serial ?? null,
    uuid: uuid ?? null,
    isByJobs: byJobs,
    formerly: serial !== undefined && uuid !== undefined ? serial : undefined,
  };
};

/** Goes through one collection after the other; of each, what became of every sighting: `device verdict`. */
function feed(start: Partial<Pick<Collection, 'places' | 'devices'>> = {}) {
  let places: readonly Place[] = start.places ?? [];
  const devices = new Set(start.devices);
  return {
    collect: (
      seen: readonly Seen[],
      { asked = ['a', 'b', 'c'], overtaken = [] }: { asked?: string[]; overtaken?: string[] } = {},
    ): string[] => {
      const sightings = seen.map(sighting);
      const outcome = decidePlaces({
        sightings,
        asked: new Set(asked),
        places,
        devices,
        overtaken: new Set(overtaken),
      });
      places = outcome.places;
      for (const { device, verdict } of outcome.decisions)
        if (verdict === 'counts' || verdict === 'begins') devices.add(device);
      return outcome.decisions.map(({ device, verdict }) => `${device} ${verdict}`);
    },
  };
}

describe('A serial number', () => {
  it('that is read at two places is counted at the first of them, and from then on there', () => {
    const { collect } = feed();
    const [a, b] = [
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ];
    expect(collect([a, b])).toEqual(['S counts', 'S elsewhere']);
    expect(collect([b])).toEqual(['S elsewhere']);
    expect(collect([b, a])).toEqual(['S elsewhere', 'S counts']);
  });

  it('that has been read at a place is counted there, whatever comes before it in the list', () => {
    const { collect } = feed();
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
    expect(
      collect([
        { at: 'a', serial: 'S' },
        { at: 'b', serial: 'S' },
      ]),
    ).toEqual(['S elsewhere', 'S counts']);
  });

  it('moves where its old place is no longer asked', () => {
    const { collect } = feed();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'b', serial: 'S' }], { asked: ['b'] })).toEqual(['S counts']);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
  });

  it('goes on where it returns to an address that the feed did not name for a while, or comes to another one', () => {
    for (const at of ['a', 'b']) {
      const { collect } = feed();
      collect([{ at: 'a', serial: 'S' }]);
      collect([{ at: 'c', serial: 'T' }], { asked: ['c'] });
      expect(collect([{ at, serial: 'S' }])).toEqual(['S counts']);
      expect(collect([{ at, serial: 'S' }])).toEqual(['S counts']);
    }
  });

  it('moves where another one answers at its old place, also if the two change places', () => {
    const { collect } = feed();
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
    const { collect } = feed();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S elsewhere']);
    expect(collect([{ at: 'a' }, { at: 'b', serial: 'S' }])).toEqual(['a incomplete', 'S elsewhere']);
    expect(collect([{ at: 'b' }])).toEqual(['b incomplete']);
    expect(collect([{ at: 'b', serial: 'S' }], { asked: ['b'] })).toEqual(['S counts']);
  });

  it('begins anew at a place where it was read while it was counted elsewhere: it may be two devices', () => {
    const { collect } = feed();
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
    expect(collect([{ at: 'a', serial: 'S' }], { asked: ['a'] })).toEqual(['S begins']);
  });

  it('begins anew wherever it goes once it was read at two places at once', () => {
    const { collect } = feed();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect([{ at: 'c', serial: 'S' }], { asked: ['c'] })).toEqual(['S begins']);
    expect(collect([{ at: 'c', serial: 'S' }], { asked: ['c'] })).toEqual(['S counts']);
  });

  it('may change its number among the devices of an address', () => {
    const { collect } = feed();
    collect([{ at: 'a', slot: '1', serial: 'S' }]);
    expect(collect([{ at: 'a', slot: '2', serial: 'S' }])).toEqual(['S counts']);
    expect(collect([{ at: 'a', slot: '3' }])).toEqual(['a incomplete']);
  });

  it('keeps its place while another one is there for a day', () => {
    const { collect } = feed();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'a', serial: 'T' }])).toEqual(['T counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('of a device that was counted before places were remembered goes on', () => {
    const { collect } = feed({ devices: new Set(['S', 'a']) });
    expect(collect([{ at: 'b', serial: 'S' }, { at: 'a' }])).toEqual(['S counts', 'a counts']);
  });
});

describe('A device that does not say who it is', () => {
  it('is passed over where one is known that did, and does not begin a count', () => {
    const { collect } = feed();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([{ at: 'a' }])).toEqual(['a incomplete']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('is passed over where one is known that is counted elsewhere', () => {
    const { collect } = feed();
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect([{ at: 'b' }])).toEqual(['b incomplete']);
  });

  it('is counted although another one was seen there once, which is counted elsewhere today', () => {
    const { collect } = feed();
    const both = [{ at: 'a', serial: 'S' }, { at: 'b' }];
    expect(collect(both)).toEqual(['S counts', 'b counts']);
    collect([
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'S' },
    ]);
    expect(collect(both)).toEqual(['S counts', 'b counts']);
    // The other one is there for good: from then on it is the one that counts.
    expect(collect([{ at: 'b', serial: 'S' }], { asked: ['b'] })).toEqual(['S begins']);
    expect(collect([{ at: 'b' }], { asked: ['b'] })).toEqual(['b incomplete']);
  });

  it('begins anew when one that said more of itself has been there and has left', () => {
    const { collect } = feed();
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
      { asked: ['b', 'c'] },
    );
    expect(collect([{ at: 'a' }])).toEqual(['a begins']);
    expect(collect([{ at: 'a' }])).toEqual(['a counts']);
  });

  it('begins anew at an address that the feed did not name for a while, whoever has been there', () => {
    const { collect } = feed();
    const others = { asked: ['b', 'c'] };
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
    const { collect } = feed();
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
    const { collect } = feed();
    const host = [
      { at: 'a', serial: 'S' },
      { at: 'a', slot: '2', as: 'a/2' },
    ];
    expect(collect(host)).toEqual(['S counts', 'a/2 counts']);
    expect(collect(host)).toEqual(['S counts', 'a/2 counts']);
    expect(collect([{ at: 'a', slot: '2', as: 'a/2' }])).toEqual(['a/2 counts']);
  });
});

describe('A device that is known by serial number and uuid', () => {
  const whole = { at: 'a', serial: 'S', uuid: 'U' };

  it('stays the same when it forgets one of them, or begins to say it', () => {
    const { collect } = feed();
    expect(collect([whole])).toEqual(['S U counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S U counts']);
    expect(collect([{ at: 'a', uuid: 'U' }])).toEqual(['S U counts']);
    const other = feed();
    expect(other.collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
    expect(other.collect([whole])).toEqual(['S counts']);
    expect(other.collect([{ at: 'a', uuid: 'U' }])).toEqual(['S counts']);
  });

  it('is another one where either is another', () => {
    const { collect } = feed();
    collect([whole]);
    expect(collect([{ at: 'a', serial: 'T', uuid: 'U' }])).toEqual(['T U counts']);
    expect(collect([{ at: 'a', serial: 'S', uuid: 'V' }])).toEqual(['S V counts']);
    expect(collect([{ at: 'a', uuid: 'U' }])).toEqual(['U incomplete']);
  });

  it('begins anew each time where its uuid goes to and fro: the pages may have counted by the other one', () => {
    const { collect } = feed();
    const changed = { ...whole, uuid: 'V' };
    expect(collect([whole])).toEqual(['S U counts']);
    expect(collect([changed])).toEqual(['S V counts']);
    expect(collect([whole])).toEqual(['S U begins']);
    expect(collect([changed])).toEqual(['S V begins']);
    expect(collect([changed])).toEqual(['S V counts']);
    expect(collect([{ ...whole, at: 'b' }], { asked: ['b'] })).toEqual(['S U begins']);
  });

  it('goes on where its uuid changes once, and then is no longer said', () => {
    const { collect } = feed();
    collect([whole]);
    collect([{ ...whole, uuid: 'V' }]);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S V counts']);
    expect(collect([{ ...whole, uuid: 'V' }])).toEqual(['S V counts']);
  });

  it('keeps the name of before, unless several could be meant', () => {
    const one = feed({ devices: new Set(['S']) });
    expect(one.collect([whole])).toEqual(['S counts']);
    const second = { at: 'b', serial: 'S', uuid: 'V' };
    expect(one.collect([whole, second])).toEqual(['S counts', 'S V counts']);
    expect(one.collect([{ ...whole, at: 'c' }], { asked: ['c'] })).toEqual(['S counts']);
    const several = feed({ devices: new Set(['S']) });
    expect(several.collect([whole, second])).toEqual(['S U counts', 'S V counts']);
  });
});

describe('A device that is counted by its jobs', () => {
  const byJobs = { at: 'a', serial: 'S', byJobs: true };

  it('is passed over on a day on which it has lost its counter', () => {
    const { collect } = feed();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([byJobs])).toEqual(['S jobs incomplete']);
    expect(collect([{ at: 'a', byJobs: true }])).toEqual(['a jobs incomplete']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('is not counted any more once it has a counter', () => {
    const { collect } = feed();
    expect(collect([byJobs])).toEqual(['S jobs counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
    expect(collect([byJobs])).toEqual(['S jobs incomplete']);
  });

  it('is counted in the place of another one that had a counter', () => {
    const { collect } = feed();
    collect([{ at: 'a', serial: 'T' }]);
    expect(collect([byJobs])).toEqual(['S jobs counts']);
  });
});

describe('A collection that was overtaken by a later one', () => {
  it('changes nothing that is known of the devices that were read since', () => {
    const { collect } = feed();
    collect([{ at: 'b', serial: 'S' }]);
    const stale = [
      { at: 'a', serial: 'S' },
      { at: 'b', serial: 'T' },
    ];
    expect(collect(stale, { overtaken: ['S'] })).toEqual(['S counts', 'T counts']);
    expect(collect([{ at: 'b', serial: 'S' }])).toEqual(['S counts']);
    expect(
      collect([
        { at: 'a', serial: 'S' },
        { at: 'b', serial: 'S' },
      ]),
    ).toEqual(['S elsewhere', 'S counts']);
  });
});
