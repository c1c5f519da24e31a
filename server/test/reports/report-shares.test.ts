import { describe, expect, it } from 'vitest';
import { creditFigures } from '../../src/features/reports/credit-figures.js';
import type { CreditRow } from '../../src/features/reports/credit-store.js';
import { treeFigures } from '../../src/features/reports/tree-figures.js';

const kind = (country: string, correspondingAdjustment: 'yes' | 'no', retired: string): CreditRow => ({
  projectId: 'project',
  projectName: 'Mangroves',
  type: 'removal',
  standard: null,
  registry: 'Verra',
  country,
  ccp: 'unknown',
  correspondingAdjustment,
  retired,
  planned: '0',
});

describe('A share in a report', () => {
  it('of credits is never rounded up to all of them', () => {
    const { retired, planned } = creditFigures(
      [kind('FR', 'yes', '99999'), kind('KE', 'no', '0.000001')],
      [],
    );
    expect(retired).toMatchObject({ euShare: '0.9999', adjustedShare: '0.9999' });
    expect(planned).toMatchObject({ euShare: null, adjustedShare: null });
    expect(creditFigures([kind('FR', 'yes', '3')], []).retired.euShare).toBe('1');
  });

  it('of surviving trees is never rounded up to all of them', () => {
    const certified = { certificates: 1, pages: '1', trees: '1', planted: '1', lost: '0' };
    const rates = (surviving: string) =>
      treeFigures(
        [{ projectId: 'grove', ...certified }],
        new Map([['grove', { name: 'Grove', planted: '1000000', surviving }]]),
      ).projects.map(({ survivalRate }) => survivalRate);
    expect(rates('999999')).toEqual(['0.9999']);
    expect(rates('1000000')).toEqual(['1']);
  });
});
