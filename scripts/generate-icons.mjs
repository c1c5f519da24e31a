// Generates the dashboard's icons (web/src/icons/icons.ts) from the data of Tabler Icons. The package with React
// components has 18,000 files, which would be a third of all files that `npm ci` unpacks.
import { icons } from '@iconify-json/tabler';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeGenerated } from './generated-file.mjs';

const sources = fileURLToPath(new URL('../web/src', import.meta.url));

async function usedNames() {
  const files = (await readdir(sources, { recursive: true })).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('icons/'),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(sources, file), 'utf8')));
  return [...new Set(texts.flatMap((text) => text.match(/\bIcon[A-Z]\w*/g) ?? []))].sort();
}

/** IconBinaryTree2 is binary-tree-2 in the data. */
const keyOf = (name) =>
  name
    .slice('Icon'.length)
    .replace(/(?<=[a-z])(?=[A-Z0-9])/g, '-')
    .toLowerCase();

function constantOf(name) {
  const body = icons.icons[keyOf(name)]?.body;
  if (body === undefined) throw new Error(`Tabler Icons has no ${keyOf(name)} for ${name}`);
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => `'${path}'`);
  const kind = body.includes('stroke=') ? 'outline' : 'filled';
  return `export const ${name} = ${kind}(${paths.join(', ')});`;
}

const constants = (await usedNames()).map(constantOf);
await writeGenerated(
  'web/src/icons/icons.ts',
  `// Tabler Icons (MIT, Paweł Kuna), written by scripts/generate-icons.mjs: use an icon, then run npm run generate.
import { filled, outline } from './icon.js';

${constants.join('\n')}
`,
);
