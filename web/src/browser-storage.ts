/** Local storage; undefined if the browser forbids it. */
export function readStorage(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStorage(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The browser forbids storage: the value lasts for this visit.
  }
}
