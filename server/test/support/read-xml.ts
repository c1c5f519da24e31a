import { SaxesParser } from 'saxes';

export interface XmlElement {
  /** Such as `/worksheet/sheetData/row/c`. */
  readonly path: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** With that of the elements in it. */
  readonly text: string;
}

/** All elements of a document, in the order of their ends. Throws if it is not well-formed. */
export function readXml(xml: string): XmlElement[] {
  const parser = new SaxesParser();
  const open: { path: string; attributes: Record<string, string>; text: string }[] = [];
  const elements: XmlElement[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    open.push({ path: `${open.at(-1)?.path ?? ''}/${name}`, attributes: { ...attributes }, text: '' });
  });
  parser.on('text', (text) => {
    for (const element of open) element.text += text;
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element) elements.push(element);
  });
  parser.write(xml).close();
  return elements;
}
