/** A request as a command that can be pasted into a shell. */
export function curlLine(url, { method, target, headers, body, recipe }) {
  const origin = new URL(url).origin;
  const parts = ['curl', '-ksS', '--path-as-is', '--globoff', '-X', quoted(method)];
  for (const [name, value] of headers) parts.push('-H', quoted(`${name}: ${value}`));
  if (recipe) parts.push('--data-binary', `@<(node -e ${quoted(scriptOf(recipe))})`);
  else if (body !== undefined) parts.push('--data-binary', quoted(body));
  return [...parts, quoted(origin + target)].join(' ');
}

/** A script that prints a body that is too large to be shown. */
const scriptOf = ({ head, unit, times, tail }) =>
  `process.stdout.write(${JSON.stringify(head)}+${JSON.stringify(unit)}.repeat(${times})+${JSON.stringify(tail)})`;

/** Escapes bytes that a shell would interpret. */
function quoted(content) {
  const bytes = Buffer.from(content);
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f && byte !== 0x27)) return `'${bytes.toString()}'`;
  const escaped = [...bytes].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\x${byte.toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped.join('')}'`;
}
