import type { Answer } from './http-peer.js';

/**
 * A printer with what Printerpoint's article "Real Time Printer API" lists: customer name and id, serial number, nickname, asset id,
 * make, model, IP address, firmware version, location, time of the last contact, lifetime counters and cartridge levels. The article
 * names the fields in words; here they are spelled as names of JSON fields.
 */
export const printer = (serial_number: unknown, counters: object, more: object = {}): object => ({
  customer_name: 'Acme',
  customer_id: 4711,
  serial_number,
  nickname: 'Front desk',
  asset_id: 'A-1',
  make: 'HP',
  model: 'DesignJet T830',
  ip_address: '192.0.2.7',
  firmware_version: '1.2',
  location_name: 'Floor 1',
  last_seen: '2026-01-12T23:29:06Z',
  counters,
  cartridges: [{ color: 'black', level: 50 }],
  ...more,
});

/** "Colored Pages by Monochrome in Clicks" and "by Color in Clicks", of small format printers. */
export const clicks = (monochrome: unknown, color?: unknown): object => ({
  colored_pages_by_monochrome_in_clicks: monochrome,
  ...(color !== undefined && { colored_pages_by_color_in_clicks: color }),
  colored_pages_by_size_scans_in_clicks: 99_999,
});

/** "Paper Area Total In Hundredths of a Square Millimeter", of large format printers. */
export const area = (total: unknown): object => ({
  paper_length_in_micrometers: 1,
  paper_area_total_in_hundredths_of_a_square_millimeter: total,
});

/** The token is the username of basic authentication, without a password. */
export const dealer =
  (printers: () => readonly unknown[]): Answer =>
  ({ url, headers }, response) => {
    const isUser = headers.authorization === `Basic ${Buffer.from('abc123:').toString('base64')}`;
    if (url !== '/apis/v1/dealer/printers') response.writeHead(404).end();
    else if (!isUser) response.writeHead(401).end();
    else response.end(JSON.stringify(printers()));
  };
