import { createAccount, createOffset, demoPictures, setPictures } from './support/compiled-server.mjs';
import { pageClient } from './support/page-client.mjs';
import { timeAlternating } from './support/rounds.mjs';
import { kilobytes, milliseconds } from './support/table.mjs';

const maxMs = 10;
const maxBytes = 100_000;

/** The public page of a certificate, warm: time to first byte compared with a page that reads nothing, and total size. */
export async function measureCertificatePage({ installation, sizes }) {
  const { context, close } = await installation.open();
  const account = await createAccount(context, undefined, 'customer', { name: 'Northwind Paper' });
  await setPictures(context, 'Forest', await demoPictures('Highland Birch'));
  const { certificateId } = await createOffset(context, account.id, { amount: { pages: 19_580 } });
  await close();

  const server = await installation.serve();
  const client = pageClient(server);
  const path = `/certificates/${certificateId}`;
  const page = await timeAlternating(
    () => client.firstByte(path),
    () => client.firstByteOfNothing(),
    sizes.turns,
  );
  const pdf = await timeAlternating(
    () => client.firstByte(`${path}.pdf`),
    () => client.firstByteOfNothing(),
    sizes.turns,
  );
  const text = await client.text(path);
  const parts = text.match(
    /\/certificates\/assets\/[\w.-]+\.(css|js|svg)|\/projects\/[\w-]+\/picture[?\w=]+/g,
  );
  const needed = [path, ...new Set(parts)];
  let bytes = 0;
  for (const one of needed) bytes += await client.weight(one);
  client.close();
  await server.stop();

  const otherIs = 'a page that reads nothing';
  const timed = (what, { oursMs, otherMs, ratio }) => ({
    what,
    ours: milliseconds(oursMs),
    other: milliseconds(otherMs),
    otherIs,
    ratio,
    bar: `under ${maxMs} ms`,
    holds: oursMs < maxMs,
  });
  return [
    timed('GET /certificates/:id, to the first byte', page),
    timed('GET /certificates/:id.pdf, the same again', pdf),
    {
      what: `a certificate’s page and its ${needed.length - 1} files, as sent`,
      ours: kilobytes(bytes),
      other: kilobytes(maxBytes),
      otherIs: 'what it may weigh',
      ratio: bytes / maxBytes,
      bar: `under ${maxBytes / 1000} kB`,
      holds: bytes < maxBytes,
    },
  ];
}
