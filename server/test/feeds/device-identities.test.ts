import { describe, expect, it } from 'vitest';
import { feedOfPlaces } from '../support/places.js';

describe('A device that is identified by serial number and UUID', () => {
  const whole = { at: 'a', serial: 'S', uuid: 'U' };

  it('stays the same if it stops or starts reporting one of them', () => {
    const { collect } = feedOfPlaces();
    expect(collect([whole])).toEqual(['S U counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S U counts']);
    expect(collect([{ at: 'a', uuid: 'U' }])).toEqual(['S U counts']);
    const other = feedOfPlaces();
    expect(other.collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
    expect(other.collect([whole])).toEqual(['S counts']);
    expect(other.collect([{ at: 'a', uuid: 'U' }])).toEqual(['S counts']);
  });

  it('is another device if either differs', () => {
    const { collect } = feedOfPlaces();
    collect([whole]);
    expect(collect([{ at: 'a', serial: 'T', uuid: 'U' }])).toEqual(['T U counts']);
    expect(collect([{ at: 'a', serial: 'S', uuid: 'V' }])).toEqual(['S V counts']);
    expect(collect([{ at: 'a', uuid: 'U' }])).toEqual(['U incomplete']);
  });

  it('starts with a new baseline each time its UUID changes back: its pages may have been counted under the other one', () => {
    const { collect } = feedOfPlaces();
    const changed = { ...whole, uuid: 'V' };
    expect(collect([whole])).toEqual(['S U counts']);
    expect(collect([changed])).toEqual(['S V counts']);
    expect(collect([whole])).toEqual(['S U begins']);
    expect(collect([changed])).toEqual(['S V begins']);
    expect(collect([changed])).toEqual(['S V counts']);
    expect(collect([{ ...whole, at: 'b' }], { queried: ['b'] })).toEqual(['S U begins']);
  });

  it('continues if its UUID changes once and is then no longer reported', () => {
    const { collect } = feedOfPlaces();
    collect([whole]);
    collect([{ ...whole, uuid: 'V' }]);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S V counts']);
    expect(collect([{ ...whole, uuid: 'V' }])).toEqual(['S V counts']);
  });

  it('keeps its former name, unless several devices could have had it', () => {
    const one = feedOfPlaces({ devices: new Set(['S']) });
    expect(one.collect([whole])).toEqual(['S counts']);
    const second = { at: 'b', serial: 'S', uuid: 'V' };
    expect(one.collect([whole, second])).toEqual(['S counts', 'S V counts']);
    expect(one.collect([{ ...whole, at: 'c' }], { queried: ['c'] })).toEqual(['S counts']);
    const several = feedOfPlaces({ devices: new Set(['S']) });
    expect(several.collect([whole, second])).toEqual(['S U counts', 'S V counts']);
  });
});

describe('A device that is counted by its jobs', () => {
  const byJobs = { at: 'a', serial: 'S', byJobs: true };

  it('is not counted by jobs if it usually has a counter', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'S' }]);
    expect(collect([byJobs])).toEqual(['S jobs incomplete']);
    expect(collect([{ at: 'a', byJobs: true }])).toEqual(['a jobs incomplete']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
  });

  it('is no longer counted by jobs once it has a counter', () => {
    const { collect } = feedOfPlaces();
    expect(collect([byJobs])).toEqual(['S jobs counts']);
    expect(collect([{ at: 'a', serial: 'S' }])).toEqual(['S counts']);
    expect(collect([byJobs])).toEqual(['S jobs incomplete']);
  });

  it('is counted at the place of another device that had a counter', () => {
    const { collect } = feedOfPlaces();
    collect([{ at: 'a', serial: 'T' }]);
    expect(collect([byJobs])).toEqual(['S jobs counts']);
  });
});

describe('A collection that was overtaken by a later one', () => {
  it('does not change the places of devices that were read since', () => {
    const { collect } = feedOfPlaces();
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
