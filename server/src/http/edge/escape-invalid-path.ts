/**
 * A path with invalid percent-encoding matches no route, and the router would refuse it before any hook. Taken literally, it is
 * an unknown path like any other and is checked in the same order: HTTPS, key, and so on.
 */
export function escapeInvalidPath(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
