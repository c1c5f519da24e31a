import { bidiClass, hasRightToLeft, type BidiClass } from './bidi-classes.js';

const isStrong = (kind: BidiClass) => kind === 'L' || kind === 'R' || kind === 'AL';
const isNeutral = (kind: BidiClass) => kind === 'WS' || kind === 'ON';
const closers = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['»', '«'],
]);

/** 0 is left to right, 1 right to left, 2 left to right within that. */
export type Level = 0 | 1 | 2;
export type Direction = 0 | 1;

/** That of the first strong character (rules P2 and P3). */
export function baseDirection(text: string): Direction {
  if (!hasRightToLeft(text)) return 0;
  const first = Array.from(text, bidiClass).find(isStrong);
  return first === 'R' || first === 'AL' ? 1 : 0;
}

/**
 * The level of each UTF-16 unit after the bidirectional algorithm (UAX 9). Explicit marks are not handled: `cleanText`
 * takes them out.
 */
export function bidiLevels(text: string, base: Direction): Level[] {
  if (base === 0 && !hasRightToLeft(text)) return new Array<Level>(text.length).fill(0);
  const characters = Array.from(text);
  const classes = characters.map(bidiClass);
  resolveWeak(classes, base);
  resolveBrackets(characters, classes, base);
  resolveNeutral(classes, base);
  return characters.flatMap((character, index) => {
    const level = levelOf(classes[index] ?? 'ON', base);
    return character.length === 2 ? [level, level] : [level];
  });
}

/** Rules I1 and I2. */
function levelOf(kind: BidiClass, base: Direction): Level {
  if (kind === 'R') return 1;
  return kind === 'L' && base === 0 ? 0 : 2;
}

/** Rules W1 to W7. */
function resolveWeak(classes: BidiClass[], base: Direction): void {
  const start: BidiClass = base === 1 ? 'R' : 'L';
  let strong: BidiClass = start;
  classes.forEach((kind, index) => {
    if (kind === 'NSM') classes[index] = index === 0 ? start : (classes[index - 1] ?? start);
    else if (isStrong(kind)) strong = kind;
    else if (kind === 'EN' && strong === 'AL') classes[index] = 'AN';
  });
  classes.forEach((kind, index) => {
    const [before, after] = [classes[index - 1], classes[index + 1]];
    const isSeparator = kind === 'ES' || kind === 'CS';
    if (kind === 'AL') classes[index] = 'R';
    else if (isSeparator && before === 'EN' && after === 'EN') classes[index] = 'EN';
    else if (kind === 'CS' && before === 'AN' && after === 'AN') classes[index] = 'AN';
  });
  for (let index = 0; index < classes.length; index++) {
    if (classes[index] !== 'ET') continue;
    let end = index;
    while (classes[end] === 'ET') end++;
    const touchesNumber = classes[index - 1] === 'EN' || classes[end] === 'EN';
    classes.fill(touchesNumber ? 'EN' : 'ON', index, end);
    index = end - 1;
  }
  strong = start;
  classes.forEach((kind, index) => {
    if (isStrong(kind)) strong = kind;
    else if (kind === 'EN' && strong === 'L') classes[index] = 'L';
    else if (kind === 'ES' || kind === 'CS') classes[index] = 'ON';
  });
}

/** Rule N0: a pair of brackets goes with what it encloses. */
function resolveBrackets(characters: readonly string[], classes: BidiClass[], base: Direction): void {
  const outer = base === 1 ? 'R' : 'L';
  const open: { readonly mark: string; readonly index: number }[] = [];
  characters.forEach((mark, end) => {
    if (classes[end] !== 'ON') return;
    if ([...closers.values()].includes(mark)) open.push({ mark, index: end });
    const at = open.findLastIndex((entry) => entry.mark === closers.get(mark));
    const begin = open[at]?.index;
    if (begin === undefined) return;
    open.length = at;
    const within = classes.slice(begin + 1, end).map(direction);
    const context = classes.slice(0, begin).map(direction).findLast(Boolean) ?? outer;
    if (!within.some(Boolean)) return;
    const resolved = within.includes(outer) ? outer : context;
    classes[begin] = classes[end] = resolved;
  });
}

/** Rules N1 and N2. */
function resolveNeutral(classes: BidiClass[], base: Direction): void {
  const outer = base === 1 ? 'R' : 'L';
  for (let index = 0; index < classes.length; index++) {
    if (!isNeutral(classes[index] ?? 'L')) continue;
    let end = index;
    while (end < classes.length && isNeutral(classes[end] ?? 'L')) end++;
    const before = index === 0 ? outer : direction(classes[index - 1]);
    const after = end === classes.length ? outer : direction(classes[end]);
    classes.fill(before === after && before !== undefined ? before : outer, index, end);
    index = end - 1;
  }
}

/** Numbers count as right-to-left here. */
function direction(kind: BidiClass | undefined): 'L' | 'R' | undefined {
  if (kind === 'L') return 'L';
  return kind === 'R' || kind === 'EN' || kind === 'AN' ? 'R' : undefined;
}

/** Rule L2: from the order of reading to the order from left to right. */
export function inVisualOrder<Piece extends { readonly level: Level }>(pieces: readonly Piece[]): Piece[] {
  const order = [...pieces];
  const highest = Math.max(0, ...order.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let index = 0; index < order.length; index++) {
      let end = index;
      while ((order[end]?.level ?? -1) >= level) end++;
      if (end - index > 1) order.splice(index, end - index, ...order.slice(index, end).reverse());
      index = Math.max(index, end - 1);
    }
  }
  return order;
}
