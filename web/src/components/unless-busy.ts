/** What is being done cannot be walked away from: what came of it, a key that is shown once, would be seen by nobody. */
export const unlessBusy = (isBusy: boolean, close: () => void) => (): void => {
  if (!isBusy) close();
};
