import { cleanText } from '../pdf-text/clean-text.js';
import type { Canvas, TextLook } from './canvas.js';
import type { CertificateFacts, CertificateWords } from './facts.js';
import { growthRings } from './growth-rings.js';
import { drawMap, heightOfMap } from './map-figure.js';
import { drawPicture } from './picture-figure.js';
import { drawQrCode } from './qr-figure.js';
import { operands, page } from './theme.js';

const left = page.margin;
const right = page.width - page.margin;
const column = { left: 520, width: right - 520 };
const textWidth = 428;
const trunk = { x: column.left + column.width / 2, y: 166, radius: 112 };
const foot = 476;
const code = { size: 74, left: right - 74, top: foot + 14 };

const label: TextLook = { size: 8.5, colour: 'moss' };
const value: TextLook = { size: 11.5, weight: 'semibold', colour: 'forest' };

export function drawHeading(canvas: Canvas, words: CertificateWords): void {
  canvas.decoration(() => {
    canvas.operators(`${operands('copper')} rg ${left} ${page.margin} 34 3 re f`);
  });
  canvas.element('H1', () => {
    canvas.line(words.say('certificate.title'), left, 86, {
      size: 19,
      weight: 'semibold',
      colour: 'forest',
      width: textWidth,
    });
  });
}

/** For whom, and how many trees: what one sees from across the room. */
export function drawDedication(canvas: Canvas, facts: CertificateFacts, words: CertificateWords): void {
  const leading = 1.22;
  const name = canvas.fit(cleanText(facts.accountName), 'semibold', {
    width: textWidth,
    height: 122,
    sizes: [46, 42, 38, 34, 31, 28, 25, 22, 20, 18, 16, 14],
    lines: 3,
    leading,
  });
  const top = 262 - (name.lines.length * name.size * leading) / 2;
  canvas.element('P', () => {
    canvas.line(words.say('certificate.presentedTo'), left, top - 10, {
      size: 12,
      colour: 'moss',
      width: textWidth,
    });
  });
  canvas.element('H2', () => {
    name.lines.forEach((line, index) => {
      canvas.draw(line, left, top + name.size * (0.98 + index * leading), name.size, 'forest');
    });
  });
  canvas.element('P', () => drawTrees(canvas, facts, words));
  canvas.element('P', () => {
    canvas.ownLine(words.say('certificate.pages', { pages: facts.pages }), left, 436, {
      size: 12,
      colour: 'moss',
      width: textWidth,
    });
  });
}

/** The number within its sentence, large; languages differ in what stands before and after it. */
function drawTrees(canvas: Canvas, { trees }: CertificateFacts, words: CertificateWords): void {
  const sentence = words.say('certificate.trees', { trees });
  const number = words.number(trees);
  const at = sentence.indexOf(number);
  const y = 412;
  const small: TextLook = { size: 19, colour: 'forest' };
  if (at === -1) {
    canvas.ownLine(sentence, left, y, { size: 38, weight: 'semibold', colour: 'copper', width: textWidth });
    return;
  }
  const [before, after] = [sentence.slice(0, at).trim(), sentence.slice(at + number.length).trim()];
  const gap = 9;
  let x = left;
  if (before !== '') x = canvas.line(before, x, y, { ...small, width: textWidth / 3 }) + gap;
  x = canvas.ownLine(number, x, y, { size: 76, weight: 'semibold', colour: 'copper', width: textWidth * 0.62 });
  if (after !== '') canvas.line(after, x + gap, y, { ...small, width: left + textWidth - x - gap });
}

/** The trunk, the project's picture in its heart, and where the trees grow. */
export function drawForest(canvas: Canvas, facts: CertificateFacts, words: CertificateWords): void {
  const { project } = facts;
  const name = cleanText(project.name);
  const heart = drawPicture(canvas, project.picture, trunk, words.say('certificate.pictureAlt', { project: name }));
  canvas.decoration(() => {
    const rings = growthRings(facts.id, trunk.x, trunk.y, heart, trunk.radius, heart > 10 ? 9 : 19);
    const accent = Math.floor(rings.length * 0.6);
    rings.forEach((ring, index) => {
      const isAccent = index === accent;
      canvas.operators(`${operands(isAccent ? 'copper' : 'forest')} RG ${isAccent ? 1.1 : 0.45} w`, ring, 'S');
    });
  });
  const map = { left: column.left, top: 306, width: column.width };
  const box = [map.left, map.top, right, map.top + heightOfMap(map.width)] as const;
  canvas.element('Figure', () => drawMap(canvas, map, project), {
    alt: words.say('certificate.mapAlt', { project: name }),
    box,
  });
}

/** What a register would ask for, and how to check it. */
export function drawRecord(canvas: Canvas, facts: CertificateFacts, words: CertificateWords): void {
  const { project } = facts;
  canvas.decoration(() => {
    canvas.operators(`${operands('rule')} RG 0.6 w ${left} ${foot} m ${right} ${foot} l S`);
  });
  const degrees = (angle: number) => `${words.number(angle, { maximumFractionDigits: 2 })}°`;
  const place = `${degrees(project.latitude)}, ${degrees(project.longitude)}`;
  const entries: [key: string, text: string, x: number, width: number][] = [
    ['certificate.project', cleanText(project.name), left, 210],
    ['certificate.place', place, left + 226, 120],
    ['certificate.date', words.date(facts.date), left + 362, 116],
    ['certificate.number', cleanText(facts.number), left + 494, 110],
  ];
  for (const [key, text, x, width] of entries) {
    canvas.element('P', () => {
      canvas.line(words.say(key), x, foot + 24, { ...label, width });
      canvas.ownLine(text, x, foot + 42, { ...value, width });
    });
  }
  for (const [key, y] of [
    ['certificate.verify', foot + 74],
    ['certificate.footer', foot + 88],
  ] as const) {
    canvas.element('P', () => {
      canvas.line(words.say(key), left, y, { ...label, width: code.left - left - 24 });
    });
  }
  const { size, top } = code;
  canvas.element('Figure', () => drawQrCode(canvas, facts.url, code.left, top, size), {
    alt: facts.url,
    box: [code.left, top, code.left + size, top + size],
  });
}
