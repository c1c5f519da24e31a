/** The distance of a point from the segment between two others. */
function distance([x, y], [fromX, fromY], [toX, toY]) {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return Math.hypot(x - fromX - share * dx, y - fromY - share * dy);
}

/** Leaves out points that are closer to the rest of the line than the tolerance (Douglas and Peucker). */
export function simplifyLine(points, tolerance) {
  let [farthest, index] = [0, 0];
  for (let at = 1; at < points.length - 1; at++) {
    const away = distance(points[at], points[0], points.at(-1));
    if (away > farthest) [farthest, index] = [away, at];
  }
  if (farthest <= tolerance) return [points[0], points.at(-1)];
  return [
    ...simplifyLine(points.slice(0, index + 1), tolerance).slice(0, -1),
    ...simplifyLine(points.slice(index), tolerance),
  ];
}
