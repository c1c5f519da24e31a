import { v7 } from 'uuid';

/** A UUIDv7: ids sort in the order in which they were made, which lists use to break ties. */
export const newId = (): string => v7();

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => uuid.test(text);
