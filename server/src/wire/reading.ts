import { Type, type Static } from '@sinclair/typebox';
import type { PushedReading } from '../features/feeds/collecting/push-readings.js';
import type { DepositedReadings } from '../features/feeds/collecting/deposit-readings.js';
import { mapInBatches } from '../platform/limits/batches.js';
import { Deposit, presentDeposit } from './deposit.js';
import type { StoredReading } from '../features/feeds/collecting/reading-store.js';
import { Body, Count, Field, Line, Nullable, OneOf, Optional, TimestampInput } from './fields.js';
import { formatTimestamp, toDate } from './times.js';

/** Per request. */
export const maxReadings = 10_000;

export const NewReading = Body('NewReading', {
  device: Field('A permanent id of the device, unique in the feed: ideally its serial number.', Line(255)),
  total: Field(
    'The device’s total count, not the difference.',
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  ),
  unit: Field(
    'What the counter counts. If a device reports both, sheets are used. Default: `sheets`.',
    Optional({ ...OneOf(['sheets', 'impressions']), default: 'sheets' }),
  ),
  name: Field('What people call the device.', Optional(Line(255))),
  model: Field('Its make and model.', Optional(Line(255))),
  managed: Field('Whether the device is managed, if you distinguish devices.', Optional(Type.Boolean())),
  read_at: Field('When the counter was read, from 1970-01-01 on. Default: now.', Optional(TimestampInput)),
});

export const NewReadings = Body('NewReadings', {
  readings: Field(
    'One for each counter; all are accepted, or none.',
    Type.Array(NewReading, { minItems: 1, maxItems: maxReadings }),
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

export const readingsOf = ({ readings }: Static<typeof NewReadings>): Promise<PushedReading[]> =>
  mapInBatches(readings, batchSize, ({ device, total, unit, name, model, managed, read_at: readAt }) => ({
    device,
    total,
    unit: unit ?? 'sheets',
    ...(name != null && { name }),
    ...(model != null && { model }),
    ...(managed != null && { managed }),
    readAt: toDate(readAt),
  }));

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
