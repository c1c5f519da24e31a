/** A4, landscape. */
export const page = { width: 841.89, height: 595.28, margin: 54 };

export const colours = {
  forest: '#143c2d',
  copper: '#b8682c',
  ember: '#9a4f1c',
  moss: '#5d7166',
  sage: '#9db5a4',
  mist: '#b9cabd',
  rule: '#d5ddd6',
  paper: '#ffffff',
  leaf: '#2a6a45',
  young: '#6aa84f',
};

export type Colour = keyof typeof colours;

/** As operands of a PDF colour operator. */
export function operands(colour: Colour): string {
  const value = Number.parseInt(colours[colour].slice(1), 16);
  return [16, 8, 0].map((shift) => (((value >> shift) & 255) / 255).toFixed(3)).join(' ');
}
