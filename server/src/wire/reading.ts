import { Type, type Static } from '@sinclair/typebox';
import type { PushedReading } from '../features/feeds/collecting/push-readings.js';
import type { DepositedReadings } from '../features/feeds/collecting/deposit-readings.js';
import { mapInBatches } from '../platform/limits/batches.js';
import { Deposit, presentDeposit } from './deposit.js';
import type { StoredReading } from '../features/feeds/collecting/reading-store.js';
import { Body, Count, Line, Nullable, OneOf, Optional, TimestampInput } from './fields.js';
import { formatTimestamp, toDate } from './times.js';

/** Per request. */
export const maxReadings = 10_000;

export const NewReading = Body('NewReading', {
  device: Line(255),
  total: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  unit: Optional({ ...OneOf(['sheets', 'impressions']), default: 'sheets' }),
  managed: Optional(Type.Boolean()),
  read_at: Optional(TimestampInput),
});

export const NewReadings = Body('NewReadings', {
  readings: Type.Array(NewReading, { minItems: 1, maxItems: maxReadings }),
});

export const TakenReadings = Type.Object(
  { devices: Count, pages: Count, deposit: Nullable(Deposit) },
  { title: 'TakenReadings' },
);

const batchSize = 500;

export const readingsOf = ({ readings }: Static<typeof NewReadings>): Promise<PushedReading[]> =>
  mapInBatches(readings, batchSize, ({ device, total, unit, managed, read_at: readAt }) => ({
    device,
    total,
    unit: unit ?? 'sheets',
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

/** As the operator sees it. */
export const presentReading = (reading: StoredReading) => ({
  device: reading.device,
  total: reading.total,
  unit: reading.unit,
  managed: reading.managed,
  read_at: formatTimestamp(reading.readAt),
  pages: reading.pages,
  note: reading.note,
});
