/** JSON with its numbers as the digits that were sent: JavaScript's numbers could lose some. */
export const exactJson = (text: string): unknown =>
  JSON.parse(text.replaceAll(/([:[,]\s*)(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,}\]])/g, '$1"$2"'));
