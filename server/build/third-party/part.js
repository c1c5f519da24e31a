/** What an archive contains of others: `product` is its vendor and name in the CPEs of the National Vulnerability Database, where it is there. */
export const part = (name, version, license, product) => ({ name, version, license, product });
