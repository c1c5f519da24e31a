import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readContents } from './contents.js';
import { createMarkdown } from './markdown.js';
import { readPage } from './page.js';
import { addressOf, readSources } from './sources.js';

/** Writes the pages of the guide as data, and its pictures. The server adds what surrounds a page, and finds words in it. */
export function buildGuide(root, folder) {
  const sources = readSources(root);
  const markdown = createMarkdown();
  const pages = [...sources.pages].map(([file, text]) => ({
    address: addressOf(file),
    file,
    sections: readPage(markdown, file, text, sources),
  }));
  const { version } = JSON.parse(readFileSync(join(root, 'server', 'package.json'), 'utf8'));
  const guide = {
    version,
    groups: readContents(sources.pages),
    pages,
    pictures: [...sources.pictures.keys()].map(addressOf),
    samples: [...sources.samples].map(([file, text]) => ({ address: addressOf(file), text })),
  };
  writeFileSync(join(folder, 'guide.json'), JSON.stringify(guide));
  for (const [file, content] of sources.pictures) {
    const picture = join(folder, addressOf(file));
    mkdirSync(dirname(picture), { recursive: true });
    writeFileSync(picture, content);
  }
}
