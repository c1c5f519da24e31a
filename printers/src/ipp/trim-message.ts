const headerLength = 8;
const tags = { jobs: 0x02, end: 0x03, printers: 0x04, firstOfValues: 0x10 };
/** The tags of single numbers and strings: integer, enum, octetString, text, name, keyword, uri. */
const plainValues: ReadonlySet<number> = new Set([0x21, 0x23, 0x30, 0x41, 0x42, 0x44, 0x45]);
const numbers: ReadonlySet<number> = new Set([0x21, 0x23]);
const maxGroups = 100_000;

interface Attribute {
  readonly start: number;
  readonly name: string;
  isPlain: boolean;
}

/** Per group. Printers that return all their attributes have a few thousand. */
const maxFields = 20_000;
/** A longer message is split, since decoding it at once would block the event loop. */
const fieldsPerMessage = 1_000;
const endOfMessage = Buffer.from([tags.end]);

/**
 * Reduces a message to the wanted attributes of printers and jobs, as far as they are plain values, and splits a long one
 * into several. The decoder of the package trusts every length and nesting in the message, so a hostile response could keep
 * it busy forever. Here, fields are read one after the other with their bounds checked. Nesting needs no recursion: in the
 * encoding, the members of a collection are further fields without a name. Throws if the message is malformed.
 */
export function* trimMessage(message: Buffer, wanted: ReadonlySet<string>): Generator<Buffer> {
  let parts: Buffer[] = [];
  let position = headerLength;
  let groups = 0;
  let fields = 0;
  let fieldsOfGroup = 0;
  let group: Buffer | undefined;
  let isGroupOpen = false;
  let attribute: Attribute | undefined;

  const keepAttribute = (): void => {
    if (group && attribute?.isPlain && wanted.has(attribute.name)) {
      if (!isGroupOpen) parts.push(group);
      isGroupOpen = true;
      parts.push(message.subarray(attribute.start, position));
    }
    attribute = undefined;
  };
  const readField = (): Buffer => {
    const length = message.readInt16BE(position);
    const start = position + 2;
    if (length < 0 || start + length > message.length) throw new RangeError('a field exceeds the message');
    position = start + length;
    return message.subarray(start, position);
  };
  const takeParts = (): Buffer => {
    const taken = Buffer.concat([message.subarray(0, headerLength), ...parts, endOfMessage]);
    parts = [];
    fields = 0;
    return taken;
  };

  for (;;) {
    const start = position;
    const tag = message.readUInt8(position);
    if (tag < tags.firstOfValues) {
      keepAttribute();
      position += 1;
      if (tag === tags.end) {
        yield takeParts();
        return;
      }
      groups += 1;
      if (groups > maxGroups) throw new RangeError('the message has too many groups');
      if (++fields > fieldsPerMessage) yield takeParts();
      group = tag === tags.jobs || tag === tags.printers ? message.subarray(start, position) : undefined;
      isGroupOpen = false;
      fieldsOfGroup = 0;
      continue;
    }
    fields += 1;
    if (++fieldsOfGroup > maxFields) throw new RangeError('a group has too many fields');
    if (message.readInt16BE(position + 1) !== 0) keepAttribute();
    position += 1;
    const name = readField();
    if (name.length > 0) attribute = { start, name: name.toString('latin1'), isPlain: true };
    if (!attribute) throw new RangeError('a value belongs to no attribute');
    const value = readField();
    attribute.isPlain &&= plainValues.has(tag) && (!numbers.has(tag) || value.length === 4);
  }
}
