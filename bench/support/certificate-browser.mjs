import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBrowser } from './browser.mjs';
import { withCleanup } from './cleanup.mjs';

const { resolve } = createRequire(new URL('../../server/package.json', import.meta.url));
const { renderSVG } = await import(pathToFileURL(resolve('uqr')).href);
const { landRows, mapHeight, mapWidth } = await import(
  new URL('../../server/dist/http/pages/world-map/dots.js', import.meta.url).href
);

const hanFonts = { ja: 'JP', ko: 'KR', 'zh-TW': 'TC' };
const dots = landRows
  .map(({ x, y, columns }) => columns.map((column) => `M${x + column} ${y.toFixed(2)}h.1`).join(''))
  .join('');
const rings = Array.from({ length: 24 }, (_, ring) => `<circle cx="180" cy="180" r="${ring * 7.4 + 4}"/>`);

/** The alternative way to create them: a headless browser that stays open and prints a page with the same content. */
export async function openCertificateBrowser() {
  const { created, undo } = withCleanup(
    () => mkdtemp(join(tmpdir(), 'regrove-bench-browser-')),
    (made) => rm(made, { recursive: true, force: true, maxRetries: 5 }),
  );
  const path = join(await created, 'certificate.html');
  const { browser, close } = await openBrowser();
  const page = await browser.newPage();
  return {
    close: async () => {
      await close();
      await undo();
    },
    async render({ facts, i18n }) {
      await writeFile(path, html(facts, i18n));
      await page.goto(pathToFileURL(path).href);
      await page.evaluate('document.fonts.ready');
      return page.pdf({ format: 'A4', landscape: true, printBackground: true });
    },
  };
}

function html(facts, i18n) {
  const t = (key, values) => escaped(i18n.t(`certificate.${key}`, values));
  const han = hanFonts[i18n.locale] ?? 'SC';
  const record = [
    [t('project'), escaped(facts.project.name)],
    [t('place'), `${i18n.number(facts.project.latitude)}°, ${i18n.number(facts.project.longitude)}°`],
    [t('date'), escaped(i18n.date(facts.date))],
    [t('number'), escaped(facts.number)],
  ];
  return `<!doctype html><html lang="${i18n.locale}"><meta charset="utf-8"><title>${t('title')}</title><style>
${[
  ['sans', 'NotoSans'],
  ['sans-thai', 'NotoSansThai'],
  ['sans-arabic', 'NotoSansArabic'],
  [`sans-${han.toLowerCase()}`, `NotoSans${han}`],
]
  .map(([folder, name]) => face(folder, name))
  .join('\n')}
body { margin: 54pt; font: 12pt NotoSans, NotoSansThai, NotoSansArabic, NotoSans${han}; color: #143c2d }
h1 { font-size: 19pt } h2 { font-size: 34pt; width: 400pt } b { font-size: 66pt; color: #b8682c }
svg { position: absolute; right: 54pt; fill: none }
img { position: absolute; top: 71pt; right: 125pt; width: 128pt; border-radius: 50% }
</style><h1>${t('title')}</h1><p>${t('presentedTo')}<h2>${escaped(facts.accountName)}</h2>
<p><b>${i18n.number(facts.trees)}</b> ${t('trees', { trees: facts.trees })}<p>${t('pages', { pages: facts.pages })}
<svg style="top:0" width="270pt" height="270pt" viewBox="0 0 360 360" stroke="#9db5a4">${rings.join('')}</svg>
<img src="data:image/jpeg;base64,${facts.project.picture.toString('base64')}">
<svg style="top:312pt" width="320pt" viewBox="0 0 ${mapWidth} ${mapHeight}" stroke="#b9cabd" stroke-width=".66"
 stroke-linecap="round"><path d="${dots}"/></svg>
<dl>${record.map(([term, value]) => `<dt>${term}<dd>${value}`).join('')}</dl><p>${t('verify')}<p>${t('footer')}
${renderSVG(facts.url).replace('<svg', '<svg width="70pt" style="bottom:54pt"')}</html>`;
}

function face(folder, name) {
  return ['400Regular', '600SemiBold']
    .map((weight) => {
      const url = pathToFileURL(resolve(`@expo-google-fonts/noto-${folder}/${weight}/${name}_${weight}.ttf`));
      return `@font-face { font-family: ${name}; font-weight: ${weight.slice(0, 3)}; src: url(${url.href}) }`;
    })
    .join('\n');
}

function escaped(text) {
  return text.replace(/[&<>]/g, (character) => `&#${character.codePointAt(0)};`);
}
