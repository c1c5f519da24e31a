/** Accepts a scheme and a host, optionally with user, password and database number, and nothing else. */
export function redisUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !isWhole(url) || !isDecodable(url))
    throw new Error(
      'must be a redis:// or rediss:// address such as rediss://:PASSWORD@redis.example:6379/0',
    );
  return url.href;
}

const isWhole = ({ protocol, hostname, pathname, search, hash }: URL): boolean =>
  /^rediss?:$/.test(protocol) && hostname !== '' && /^(\/\d*)?$/.test(pathname) && search + hash === '';

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
