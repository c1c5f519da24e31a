/** The URL changes with the picture, so that it can be cached forever. */
export const picturePath = (projectId: string, setAt: Date): string =>
  `/projects/${projectId}/picture?v=${pictureVersion(setAt)}`;

export const pictureVersion = (setAt: Date): string => setAt.getTime().toString(36);
