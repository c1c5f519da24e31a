export {
  binariesCopyPath,
  nativeDirectoryOfEarlier,
  nativeDirectoryOfPackage,
  packageOfEarlier,
  packageVersion,
} from './binaries.js';
export { readControlFile } from './control-file.js';
export { DirectoryInUse } from './directory-in-use.js';
export { startExclusiveServer, withLockedDirectory, withExclusiveDirectory } from './exclusive-server.js';
export { clusterVersion, majorOf, majorVersion, OtherMajorVersion } from './major-version.js';
export {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresConnection,
  type EmbeddedPostgresOptions,
} from './open.js';
export {
  revertedClusterPath,
  removeWorkDirectory,
  hasCluster,
  createWorkDirectory,
  upgradeDirectories,
  removePreviousCluster,
  removeUpgradedCluster,
  restorePreviousCluster,
  swapInUpgradedCluster,
  unconfirmedUpgrade,
  upgradeLeftovers,
} from './upgrade-directories.js';
export { readUpgradeRecord, type UpgradeRecord } from './upgrade-record.js';
