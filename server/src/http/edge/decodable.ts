/**
 * A path with percent signs that encode nothing matches no route. Taken to the letter it is an unknown path like any
 * other, and is judged in the same order: HTTPS, key, and so on, where the router alone would answer before all of them.
 */
export function decodable(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
