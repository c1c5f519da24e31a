/** A dialog stays open while its request runs: the result, such as a key that is shown once, would be lost. */
export const unlessBusy = (isBusy: boolean, close: () => void) => (): void => {
  if (!isBusy) close();
};
