import { Type, type Static } from '@sinclair/typebox';
import type { OffsetRetirement } from '../features/carbon/offset-retirements.js';
import { exactNumber } from '../platform/exact-number.js';
import { Decimal, Field, Nullable, OneOf } from './fields.js';

export const CarbonRetirement = Type.Object(
  {
    serial: Field(
      'Serial number of a range of credits in the registry. The offset may share the first and the last.',
      Type.String(),
    ),
    tonnes: Field('What the offset has of these credits, to 6 decimals.', Decimal),
    status: Field(
      '`retired` once the registry has retired the credits, so that nobody can use them again.',
      OneOf(['allocated', 'retired']),
    ),
    retired_on: Field('When they were retired, as `YYYY-MM-DD`; `null` until then.', Nullable(Type.String())),
    beneficiary: Field(
      'For whom they are retired: the name that the account had when it was given the credits.',
      Type.String(),
    ),
    registry_url: Field('The page of the registry about it, or `null`.', Nullable(Type.String())),
  },
  { title: 'CarbonRetirement' },
);

export const presentCarbonRetirement = ({
  serial,
  tonnes,
  beneficiary,
  status,
  retiredOn,
  registryUrl,
}: OffsetRetirement): Static<typeof CarbonRetirement> => ({
  serial,
  tonnes: exactNumber(tonnes),
  status,
  retired_on: retiredOn,
  beneficiary,
  registry_url: registryUrl,
});
