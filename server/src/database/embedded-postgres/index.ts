export {
  copyOfBinaries,
  nativeDirectoryOfEarlier,
  nativeDirectoryOfPackage,
  packageOfEarlier,
  packageVersion,
} from './binaries.js';
export { DirectoryInUse, startLoneServer, withLockedDirectory, withLoneDirectory } from './lone-server.js';
export { clusterVersion, majorOf, majorVersion, OtherMajorVersion } from './major-version.js';
export {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresConnection,
  type EmbeddedPostgresOptions,
} from './open.js';
export {
  clearWorkshop,
  hasCluster,
  makeWorkshop,
  placesOf,
  removeKeptCluster,
  takeKeptCluster,
  takeNextCluster,
  unconfirmedUpgrade,
  type UpgradeRecord,
} from './upgrade-places.js';
