// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export const maxPictureBytes = 16777216;

/** Of a file that is imported. */
export const maxDepositLines = 5000;
export const maxUserLines = 500;
export const maxPlantingLines = 20000;
export const maxPlantingFileBytes = 33554432;

/** Characters. */
export const maxQuoteRecipient = 100;

export const newMethodologyLimits = {
  "width": {
    "minimum": 0.01,
    "maximum": 2,
    "decimals": 6
  },
  "length": {
    "minimum": 0.01,
    "maximum": 2,
    "decimals": 6
  },
  "gsm": {
    "minimum": 1,
    "maximum": 1000,
    "decimals": 0
  },
  "pages_per_tree": {
    "minimum": 1,
    "maximum": 1000000,
    "decimals": 6
  },
  "emission_factor": {
    "minimum": 0,
    "maximum": 100,
    "decimals": 6
  },
  "price_per_page": {
    "minimum": 0,
    "maximum": 100,
    "decimals": 10
  }
} as const;
