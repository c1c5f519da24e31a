/** HTML that is safe to send: every value in it has been escaped. */
export class Html {
  constructor(readonly text: string) {}
}

/** Values allowed in a template. Only `Html` is treated as markup; `undefined` is omitted. */
export type Fragment = Html | string | number | undefined | readonly Fragment[];

/** The only way to create `Html`, so that outside text cannot become markup. */
export const html = (strings: TemplateStringsArray, ...values: readonly Fragment[]): Html =>
  new Html(strings.reduce((text, part, index) => text + render(values[index - 1]) + part));

function render(value: Fragment): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(render).join('');
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
