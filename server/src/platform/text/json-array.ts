/**
 * The elements of a JSON array as they are written. Parsing and writing them again would round numbers that no float has, and
 * change what was signed. The text must be valid JSON.
 */
export function jsonArrayElements(text: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  // A text in quotes, or what structures an array.
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]/gs)) {
    if (found === '[' || found === '{') {
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (found === ']' || found === '}') depth -= 1;
    const ends = (found === ',' && depth === 1) || (found === ']' && depth === 0);
    if (!ends) continue;
    elements.push(text.slice(start, index).trim());
    start = index + 1;
  }
  return elements.filter((element) => element !== '');
}
