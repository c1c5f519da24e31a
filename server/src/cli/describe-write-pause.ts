/** For commands that read all nodes of a distributed database in one moment. */
export const describeWritePause = (milliseconds: number): string =>
  `writes were paused for ${Math.ceil(milliseconds)} ms to read all nodes in one moment`;
