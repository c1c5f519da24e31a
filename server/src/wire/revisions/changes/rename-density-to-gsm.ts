import { renamed, type Change } from '../change.js';

const paperWeight = renamed('gsm', 'density');

export const renameDensityToGsm: Change = {
  name: 'rename-density-to-gsm',
  description: 'The paper weight of deposits and of the items of quotes is called `gsm`; it was `density`.',
  shapes: { Deposit: paperWeight, NewDeposit: paperWeight, Item: paperWeight, NewItem: paperWeight },
  fieldRenames: { gsm: 'density' },
};
