export function postgresParts(
  name: string,
  version: string,
): { name: string; version: string | undefined; license: string; product?: string; notes?: string }[];
