import { Type } from '@sinclair/typebox';
import type { ListOrder } from '../../database/sorted-list.js';
import { OneOf } from '../fields.js';

/** `trees` for ascending, `-trees` for descending. */
export const SortBy = (names: readonly string[]) =>
  Type.Optional(OneOf(names.flatMap((name) => [name, `-${name}`])));

/** As a `SortBy` says; without one, `otherwise`. */
export function readOrder(sort: string | undefined, otherwise: string): ListOrder {
  const given = sort ?? otherwise;
  const descending = given.startsWith('-');
  return { by: descending ? given.slice(1) : given, descending };
}
