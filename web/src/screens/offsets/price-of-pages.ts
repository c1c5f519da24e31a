/** Rounds half up to cents like the server. Exact, as a product of floats may fall just below half a cent. */
export function priceOfPages(pages: number, rate: string): number {
  const [whole = '', decimals = ''] = rate.split('.');
  const unit = 10n ** BigInt(decimals.length);
  const cents = (BigInt(pages) * BigInt(whole + decimals) * 200n + unit) / (2n * unit);
  return Number(cents) / 100;
}
