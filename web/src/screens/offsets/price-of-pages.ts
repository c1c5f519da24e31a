/** What pages cost at an exact rate, half up to cents, as the server rounds: a product of floats falls short of half a cent. */
export function priceOfPages(pages: number, rate: string): number {
  const [whole = '', decimals = ''] = rate.split('.');
  const unit = 10n ** BigInt(decimals.length);
  const cents = (BigInt(pages) * BigInt(whole + decimals) * 200n + unit) / (2n * unit);
  return Number(cents) / 100;
}
