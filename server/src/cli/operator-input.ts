import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import type { Static, TSchema } from '@sinclair/typebox';
import type { Account } from '../features/accounts/account.js';
import { findAnyAccount } from '../features/accounts/account-store.js';
import type { Database } from '../database/database.js';
import { invalid, missing } from '../platform/errors.js';
import { compileSchema, describeInvalid } from '../wire/validation.js';

export async function requireAccount(db: Database, id: string): Promise<Account> {
  const account = await findAnyAccount(db, id);
  if (!account) throw missing(`There is no account ${id}`);
  return account;
}

/** Validates input from a file against its schema, trimming as the API does. */
export function checked<T extends TSchema>(schema: T, input: unknown, where: string): Static<T> {
  const validate = compileSchema(schema);
  if (!validate(input))
    throw invalid(`${where}: ${describeInvalid(validate.errors ?? [], { whole: 'the whole' })}`);
  return input;
}

export async function readJson(file: string): Promise<unknown> {
  const text = await readText(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalid(`${file} is not JSON: ${messageOf(error)}`);
  }
}

/** Only accepts UTF-8: in another encoding, names would be silently garbled. */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(`${file} is not text in UTF-8`);
  }
}

export const readBytes = (file: string): Promise<Buffer> => readFile(file).catch(cannotRead(file));

export const requireReadable = (file: string): Promise<void> =>
  access(file, constants.R_OK).catch(cannotRead(file));

const cannotRead =
  (file: string) =>
  (error: unknown): never => {
    throw invalid(`${file} cannot be read: ${messageOf(error)}`);
  };

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
