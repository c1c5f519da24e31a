import { Type, type Static } from '@sinclair/typebox';
import type { Push, PushedReading } from '../features/feeds/collecting/push-readings.js';
import type { DepositedReadings } from '../features/feeds/collecting/deposit-readings.js';
import { mapInBatches } from '../platform/limits/batches.js';
import { Deposit, presentDeposit } from './deposit.js';
import type { StoredReading } from '../features/feeds/collecting/reading-store.js';
import { Body, Count, Field, SingleLineText, Nullable, OneOf, Optional, TimestampInput } from './fields.js';
import { formatTimestamp, toDate } from './times.js';

/** Per request. */
export const maxReadings = 10_000;

/** What is stored of a place is found by an index, whose entries have a limit. */
const maxAddress = 100;
const maxSlot = 200;

export const ReadingOrigin = Body('ReadingOrigin', {
  address: Field('Where the agent called the device, as it calls it.', SingleLineText(maxAddress)),
  slot: Field('Which of several devices there.', Optional(SingleLineText(maxSlot))),
  serial: Field('The serial number that the device reported this time.', Optional(SingleLineText(255))),
  uuid: Field('The UUID that the device reported this time.', Optional(SingleLineText(255))),
});

export const NewReading = Body('NewReading', {
  device: Field(
    'A permanent id of the device, unique in the feed: ideally its serial number.',
    SingleLineText(255),
  ),
  total: Field(
    'The device’s total count, not the difference.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  unit: Field(
    'What the counter counts. If a device reports both, sheets are used. Default: `sheets`.',
    Optional({ ...OneOf(['sheets', 'impressions']), default: 'sheets' }),
  ),
  name: Field('What people call the device.', Optional(SingleLineText(255))),
  model: Field('Its make and model.', Optional(SingleLineText(255))),
  managed: Field('Whether the device is managed, if you distinguish devices.', Optional(Type.Boolean())),
  read_at: Field('When the counter was read, from 1970-01-01 on. Default: now.', Optional(TimestampInput)),
  origin: Field(
    'Where the device was read, and what it said of itself. Only with the key of an agent.',
    Type.Optional(ReadingOrigin),
  ),
});

export const NewReadings = Body('NewReadings', {
  readings: Field(
    'One for each counter; all are accepted, or none.',
    Type.Array(NewReading, { minItems: 1, maxItems: maxReadings }),
  ),
  addresses: Field(
    'All addresses that the agent called for them, also those that did not answer. Only with the key of an agent.',
    Type.Optional(Type.Array(SingleLineText(maxAddress), { maxItems: maxReadings })),
  ),
});

export const TakenReadings = Type.Object(
  {
    devices: Field('Devices that were read.', Count),
    pages: Field(
      'Pages printed since the last reading. The first reading of a device counts nothing.',
      Count,
    ),
    deposit: Field(
      'The feed’s deposit of the day, including these pages (of the newest day, if there are several); `null` if there were no pages.',
      Nullable(Deposit),
    ),
  },
  { title: 'TakenReadings' },
);

const batchSize = 500;

export const pushOf = async ({ readings, addresses }: Static<typeof NewReadings>): Promise<Push> => ({
  readings: await mapInBatches(readings, batchSize, pushedReading),
  ...(addresses && { addresses }),
});

const pushedReading = ({ origin, ...given }: Static<typeof NewReading>): PushedReading => ({
  device: given.device,
  total: given.total,
  unit: given.unit ?? 'sheets',
  ...(given.name != null && { name: given.name }),
  ...(given.model != null && { model: given.model }),
  ...(given.managed != null && { managed: given.managed }),
  ...(origin && {
    origin: {
      address: origin.address,
      slot: origin.slot ?? '',
      serial: origin.serial ?? undefined,
      uuid: origin.uuid ?? undefined,
    },
  }),
  readAt: toDate(given.read_at),
});

export const presentDepositedReadings = ({
  devices,
  pages,
  deposit,
}: DepositedReadings): Static<typeof TakenReadings> => ({
  devices,
  pages,
  deposit: deposit && presentDeposit(deposit),
});

/** As operators see it. */
export const presentReading = (reading: StoredReading) => ({
  device: reading.device,
  total: reading.total,
  unit: reading.unit,
  managed: reading.managed,
  read_at: formatTimestamp(reading.readAt),
  pages: reading.pages,
  note: reading.note,
});
