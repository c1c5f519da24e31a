export type XmlRpcParam = string | number | readonly XmlRpcParam[];

export const methodCall = (name: string, params: readonly XmlRpcParam[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><methodCall><methodName>${escaped(name)}</methodName><params>${params
    .map((param) => `<param>${valueOf(param)}</param>`)
    .join('')}</params></methodCall>`;

const valueOf = (param: XmlRpcParam): string => `<value>${contentOf(param)}</value>`;

function contentOf(param: XmlRpcParam): string {
  if (typeof param === 'number') return `<int>${param}</int>`;
  if (typeof param === 'string') return `<string>${escaped(param)}</string>`;
  return `<array><data>${param.map(valueOf).join('')}</data></array>`;
}

// XML parsers turn a literal carriage return into a line feed.
const escaped = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);
