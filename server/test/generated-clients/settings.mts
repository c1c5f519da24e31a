const named = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

/** Where the programs find the server. */
export const settings = {
  url: named('REGROVE_URL'),
  key: named('REGROVE_KEY'),
  userAgent: 'PrintDesk/1.2.3 (Vendor)',
};

/** Whether two types are the same one, `unknown` and `any` told apart from the rest. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
