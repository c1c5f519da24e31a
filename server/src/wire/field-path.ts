export const joinFieldPath = (parent: string, name: string): string =>
  parent === '' ? name : `${parent}.${name}`;

/** /items/0/width -> items[0].width */
export const fieldName = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : joinFieldPath(path, part)), '');
