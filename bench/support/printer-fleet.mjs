// Printers with SNMP on port 161 of each address that standard input lists: they answer GetBulk, version 2c, as a small printer does.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const mib2 = [1, 3, 6, 1, 2, 1];
const encodeOid = (parts) => Buffer.from([parts[0] * 40 + parts[1], ...parts.slice(2).flatMap(base128)]);
const base128 = (part) => (part < 128 ? [part] : [...base128High(part >> 7), part & 127]);
const base128High = (part) => (part < 128 ? [part | 128] : [...base128High(part >> 7), (part & 127) | 128]);

const field = (tag, content) => {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const integer = (value, tag = 2) => {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  let start = 0;
  while (start < 4 && bytes[start] === 0 && bytes[start + 1] < 128) start++;
  return field(tag, bytes.subarray(start));
};

/** What a printer tells, in the order of its object ids. */
const rowsOf = (serial, total) =>
  [
    [[...mib2, 1, 5, 0], field(4, Buffer.from(`printer-${serial}`))],
    [[...mib2, 25, 3, 2, 1, 3, 1], field(4, Buffer.from('Acme Laser 5'))],
    [[...mib2, 43, 5, 1, 1, 16, 1], field(4, Buffer.from(`Printer ${serial}`))],
    [[...mib2, 43, 5, 1, 1, 17, 1], field(4, Buffer.from(serial))],
    [[...mib2, 43, 10, 2, 1, 3, 1, 1], integer(8)],
    [[...mib2, 43, 10, 2, 1, 4, 1, 1], integer(total, 0x41)],
    [[...mib2, 43, 15, 1, 1, 2, 1, 1], field(4, Buffer.from('end'))],
  ].map(([oid, value]) => ({ oid: encodeOid(oid), value }));

const endOfView = Buffer.from([0x82, 0]);

/** Reads tag, content and rest. */
function take(bytes) {
  const [tag, first] = bytes;
  const extra = first < 128 ? 0 : first & 127;
  const length = extra === 0 ? first : bytes.readUIntBE(2, extra);
  const start = 2 + extra;
  return { tag, content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}

function answer(question, rows) {
  const version = take(take(question).content);
  const community = take(version.rest);
  const pdu = take(community.rest);
  if (pdu.tag !== 0xa5) return undefined;
  const id = take(pdu.content);
  const repetitions = take(take(id.rest).rest);
  let asked = take(repetitions.rest).content;
  const columns = [];
  while (asked.length > 0) {
    const { content, rest } = take(asked);
    const oid = take(content).content;
    const at = rows.findIndex((row) => Buffer.compare(row.oid, oid) > 0);
    columns.push({ oid, at: at === -1 ? rows.length : at });
    asked = rest;
  }
  const lines = [];
  for (let round = 0; round < repetitions.content.readUInt8(0); round++)
    for (const { oid, at } of columns) {
      const row = rows[at + round];
      lines.push(field(0x30, Buffer.concat([field(6, row?.oid ?? oid), row?.value ?? endOfView])));
    }
  const body = [field(2, id.content), integer(0), integer(0), field(0x30, Buffer.concat(lines))];
  return field(
    0x30,
    Buffer.concat([field(2, version.content), field(4, community.content), field(0xa2, Buffer.concat(body))]),
  );
}

const addresses = (await text(process.stdin)).trim().split('\n');
for (const [index, address] of addresses.entries()) {
  const rows = rowsOf(`FLEET-${index}`, 1_000 + index);
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address: asker }) => {
    const reply = answer(question, rows);
    if (reply) socket.send(reply, port, asker);
  });
  socket.bind(161, address);
  await once(socket, 'listening');
}
console.log('ready');
