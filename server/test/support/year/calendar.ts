import { failover } from './failovers.js';
import { hostileTenant } from './hostile-days.js';
import { restoreAfterLoss, moveByRestore } from './restores.js';
import { renewCertificate, rotateKeys } from './rotations.js';
import type { Program } from './deployment.js';
import { upgradeTo } from './upgrades.js';
import type { Incident, PlannedIncident } from './year.js';

/** The versions of the year: that which it begins with, if it is not the present one, and the others. */
export interface Versions {
  readonly first: Program;
  readonly present: Program;
  readonly next: Program;
}

const killed = failover('the PostgreSQL of the primary is killed');
const gone = failover('the primary is gone');
const paused = failover('the primary is paused and comes back');

/** Five failovers, three restores, two upgrades (one if the year begins with the present version), and what recurs. */
export function incidentsOf(isWhole: boolean, { first, present, next }: Versions): PlannedIncident[] {
  const upgrades = [
    ...(first === present ? [] : [upgradeTo(() => Promise.resolve(present))]),
    upgradeTo(() => Promise.resolve(next)),
  ];
  return isWhole ? wholeYear(upgrades) : someMonths(upgrades);
}

const on = (month: number, day: number, incident: Incident): PlannedIncident => ({ month, day, incident });

function wholeYear(upgrades: readonly Incident[]): PlannedIncident[] {
  const [last, earlier] = upgrades.toReversed();
  return [
    ...(earlier ? [on(2, 5, earlier)] : []),
    ...(last ? [on(8, 17, last)] : []),
    ...[killed, gone, paused, killed, gone].map((incident, index) => on(2 + 2 * index, 10, incident)),
    on(3, 24, moveByRestore),
    on(7, 13, restoreAfterLoss),
    on(10, 24, moveByRestore),
    on(5, 11, hostileTenant),
    ...[3, 6, 9, 12].map((month) => on(month, 5, rotateKeys)),
    ...[2, 4, 6, 8, 10, 12].map((month) => on(month, 25, renewCertificate)),
  ];
}

/** Two months with one of each. */
function someMonths(upgrades: readonly Incident[]): PlannedIncident[] {
  return [
    on(1, 7, renewCertificate),
    on(1, 10, killed),
    on(1, 20, restoreAfterLoss),
    ...upgrades.map((upgrade, index) => on(1, 23 + 2 * index, upgrade)),
    on(2, 5, rotateKeys),
    on(2, 15, hostileTenant),
  ];
}
