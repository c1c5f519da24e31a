/** Another process uses the clusters of a directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

export const directoryInUseError = (cluster: string): Error =>
  new DirectoryInUse(`A server or another command is using the database in ${cluster}`);
