/** Of one root account. */
export const maxOfOwner = 20;
/** Of the installation: each has all tables, which every backup, migration and vacuum has to look at. */
export const maxSandboxes = 500;
/** Created for one root account: making and dropping tables is work for the whole database. */
export const maxPerHour = 100;
/** That wait to be created, in all processes. */
export const maxPendingCreations = 100;
