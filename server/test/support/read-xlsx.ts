import { readXml } from './read-xml.js';
import { unzip } from './unzip.js';

type Cell = string | number;

/** The worksheets of a workbook: rows of cells, numbers as they are written. */
export function readXlsx(bytes: Buffer): { names: string[]; sheets: { text: boolean; value: Cell }[][][] } {
  const files = unzip(bytes);
  const part = (name: string): string => {
    const file = files.get(name);
    if (!file) throw new Error(`The workbook has no ${name}`);
    return file.toString('utf8');
  };
  const names = [...part('xl/workbook.xml').matchAll(/<sheet [^>]*?name="([^"]*)"/g)].map(
    ([, name = '']) => name,
  );
  for (const name of files.keys()) if (/\.(xml|rels)$/.test(name)) readXml(part(name));
  const shared = files.has('xl/sharedStrings.xml')
    ? readXml(part('xl/sharedStrings.xml'))
        .filter(({ path }) => path.endsWith('/si'))
        .map(({ text }) => text)
    : [];
  const sheets = names.map((_, index) =>
    readXml(part(`xl/worksheets/sheet${index + 1}.xml`))
      .filter(({ path }) => path.endsWith('/row/c'))
      .reduce<{ text: boolean; value: Cell }[][]>((rows, { attributes, text }) => {
        const row = Number(/\d+$/.exec(attributes['r'] ?? '')?.[0]) - 1;
        const column = /^[A-Z]+/.exec(attributes['r'] ?? '')?.[0] ?? '';
        const place = column.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
        const isShared = attributes['t'] === 's';
        (rows[row] ??= [])[place] = {
          text: isShared || attributes['t'] === 'inlineStr',
          value: isShared ? (shared[Number(text)] ?? '') : text,
        };
        return rows;
      }, []),
  );
  return { names, sheets };
}
