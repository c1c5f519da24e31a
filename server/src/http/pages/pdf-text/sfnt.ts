/** The tables of a TrueType file, by name. */
export type Tables = ReadonlyMap<string, Buffer>;

export function readTables(file: Buffer): Tables {
  const tables = new Map<string, Buffer>();
  const count = file.readUInt16BE(4);
  for (let index = 0; index < count; index++) {
    const entry = 12 + index * 16;
    const start = file.readUInt32BE(entry + 8);
    tables.set(
      file.toString('latin1', entry, entry + 4),
      file.subarray(start, start + file.readUInt32BE(entry + 12)),
    );
  }
  return tables;
}

/** Checksums stay zero: neither PDF readers nor HarfBuzz check them. */
export function writeTables(tables: Tables): Buffer {
  const entries = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const headerLength = 12 + entries.length * 16;
  const length = entries.reduce((sum, [, table]) => sum + padded(table.length), headerLength);
  const file = Buffer.alloc(length);
  const power = Math.floor(Math.log2(entries.length));
  file.writeUInt32BE(0x00010000, 0);
  file.writeUInt16BE(entries.length, 4);
  file.writeUInt16BE(2 ** power * 16, 6);
  file.writeUInt16BE(power, 8);
  file.writeUInt16BE(entries.length * 16 - 2 ** power * 16, 10);
  let start = headerLength;
  entries.forEach(([name, table], index) => {
    const entry = 12 + index * 16;
    file.write(name, entry, 'latin1');
    file.writeUInt32BE(start, entry + 8);
    file.writeUInt32BE(table.length, entry + 12);
    table.copy(file, start);
    start += padded(table.length);
  });
  return file;
}

export function padded(length: number): number {
  return (length + 3) & ~3;
}
