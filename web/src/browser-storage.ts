/** What this browser keeps between visits. Storage may be forbidden: then nothing is kept. */
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
    // Kept for this visit only.
  }
}
