import { describe, expect, it } from 'vitest';
import { allocateCredits, type LotPart } from '../../src/features/carbon/allocate-credits.js';
import { decimal } from '../../src/platform/decimals.js';

const lot = {
  id: 'lot',
  serial: 'PL-1-10',
  firstCredit: 1,
  tonnes: 10,
  vintageStart: '2016-01-01',
  vintageEnd: '2016-12-31',
};
const holding = (tonnes: number): LotPart[] => [{ lot, startsAt: decimal(0), tonnes: decimal(tonnes) }];
const waiting = (id: string, mtco2e: string, held: LotPart[] = []) => ({
  accountId: 'account',
  id,
  mtco2e,
  beneficiary: 'Account',
  held,
});
const served = (offsets: Parameters<typeof allocateCredits>[0], used: string): string[] =>
  allocateCredits(offsets, [{ lot, used }]).map(
    ({ offset, lacking }) => `${offset.id} lacks ${lacking.toFixed()}`,
  );

describe('Credits', () => {
  it('skip an offset that already has all it needs, which is fulfilled', () => {
    expect(served([waiting('whole', '2', holding(2)), waiting('next', '1')], '2')).toEqual([
      'whole lacks 0',
      'next lacks 0',
    ]);
  });

  it('skip an offset that has more than it needs, which could never be fulfilled', () => {
    expect(served([waiting('over', '2', holding(3)), waiting('next', '1')], '3')).toEqual(['next lacks 0']);
  });

  it('do not skip an offset that they only partly cover', () => {
    expect(served([waiting('large', '11'), waiting('small', '1')], '0')).toEqual(['large lacks 1']);
  });
});
