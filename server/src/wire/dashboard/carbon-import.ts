import { Type } from '@sinclair/typebox';
import { Body, Count } from '../fields.js';

export const CarbonImport = Body('CarbonImport', { csv: Type.String({ maxLength: 1_000_000 }) });

export const ImportedCredits = Type.Object({ lots: Count, tonnes: Count }, { title: 'ImportedCredits' });

export const RetirementImport = Body('RetirementImport', { csv: Type.String({ maxLength: 1_000_000 }) });

export const RecordedRetirements = Type.Object(
  { retired: Count, tonnes: Count },
  { title: 'RecordedRetirements' },
);

export const Fulfilment = Type.Object({ fulfilled: Count, waiting: Count }, { title: 'Fulfilment' });
