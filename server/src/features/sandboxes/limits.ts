/** Of one root account. */
export const maxOfOwner = 20;
/** Of the installation: each has all tables, which every backup, migration and vacuum has to look at. */
export const maxSandboxes = 500;
/** Created for one root account: making and dropping tables is work for the whole database. */
export const maxPerHour = 20;
/** Created at the same time, by all processes. */
export const maxBuilding = 4;
