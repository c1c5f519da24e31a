export function libvipsParts(
  name: string,
  version: string,
): { name: string; version: string | undefined; license: string; product: string | undefined }[];
