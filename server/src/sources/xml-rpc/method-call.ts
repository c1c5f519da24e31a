export const methodCall = (name: string, params: readonly (string | number)[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${escaped(name)}</methodName><params>${params
    .map((param) => `<param><value>${valueOf(param)}</value></param>`)
    .join('')}</params></methodCall>`;

const valueOf = (param: string | number): string =>
  typeof param === 'number' ? `<int>${param}</int>` : `<string>${escaped(param)}</string>`;

// A carriage return would be read as a line feed if it were not written as a number.
const escaped = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
