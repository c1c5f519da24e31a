/** Bruno's language: a file is a list of blocks. */

const indented = (text: string, depth: number): string =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ' '.repeat(depth) + line)
    .join('\n');

/** A block of names and values. `undefined` if it is empty. */
export const dictionary = (
  name: string,
  entries: readonly (readonly [name: string, value: string])[],
): string | undefined =>
  entries.length === 0
    ? undefined
    : `${name} {\n${entries.map(([key, value]) => `  ${key}: ${value}`).join('\n')}\n}`;

/** A block of text, of any number of lines. */
export const textBlock = (name: string, text: string): string => `${name} {\n${indented(text, 2)}\n}`;

export const bruFile = (blocks: readonly (string | undefined)[]): string =>
  `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;

interface Example {
  readonly url: string;
  readonly method: string;
  readonly mode: string;
  readonly body: string | undefined;
  readonly answer: unknown;
}

/** A request with its answer, which Bruno shows below the request. */
export const exampleBlock = ({ url, method, mode, body, answer }: Example): string =>
  [
    'example {',
    '  name: 200',
    '',
    '  request: {',
    `    url: ${url}`,
    `    method: ${method}`,
    `    mode: ${mode}`,
    ...(body === undefined ? [] : [`    body:${mode}: {`, indented(body, 6), '    }']),
    '  }',
    '',
    '  response: {',
    '    headers: {',
    '      Content-Type: application/json; charset=utf-8',
    '    }',
    '',
    '    status: {',
    '      code: 200',
    '      text: OK',
    '    }',
    '',
    '    body: {',
    '      type: json',
    "      content: '''",
    indented(JSON.stringify(answer, null, 2), 8),
    "      '''",
    '    }',
    '  }',
    '}',
  ].join('\n');
