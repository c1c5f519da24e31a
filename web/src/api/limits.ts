// Made from the server's schemas by scripts/generate-wire-types.mjs: change those, not this.

export const maxPictureBytes = 16777216;

/** Of a file that is imported. */
export const maxDepositLines = 10000;
export const maxDepositFileBytes = 4194304;
export const maxUserLines = 500;
export const maxPlantingLines = 20000;
export const maxPlantingFileBytes = 33554432;

/** In metres. */
export const paperSizes = [
  {
    "name": "A4",
    "width": 0.21,
    "length": 0.297
  },
  {
    "name": "A3",
    "width": 0.297,
    "length": 0.42
  },
  {
    "name": "A5",
    "width": 0.148,
    "length": 0.21
  },
  {
    "name": "Letter",
    "width": 0.2159,
    "length": 0.2794
  },
  {
    "name": "Legal",
    "width": 0.2159,
    "length": 0.3556
  },
  {
    "name": "Tabloid",
    "width": 0.2794,
    "length": 0.4318
  },
  {
    "name": "SRA3",
    "width": 0.32,
    "length": 0.45
  },
  {
    "name": "A0",
    "width": 0.841,
    "length": 1.189
  },
  {
    "name": "A1",
    "width": 0.594,
    "length": 0.841
  },
  {
    "name": "A2",
    "width": 0.42,
    "length": 0.594
  },
  {
    "name": "A6",
    "width": 0.105,
    "length": 0.148
  },
  {
    "name": "A7",
    "width": 0.074,
    "length": 0.105
  },
  {
    "name": "A8",
    "width": 0.052,
    "length": 0.074
  },
  {
    "name": "A9",
    "width": 0.037,
    "length": 0.052
  },
  {
    "name": "A10",
    "width": 0.026,
    "length": 0.037
  },
  {
    "name": "B0",
    "width": 1,
    "length": 1.414
  },
  {
    "name": "B1",
    "width": 0.707,
    "length": 1
  },
  {
    "name": "B2",
    "width": 0.5,
    "length": 0.707
  },
  {
    "name": "B3",
    "width": 0.353,
    "length": 0.5
  },
  {
    "name": "B4",
    "width": 0.25,
    "length": 0.353
  },
  {
    "name": "B5",
    "width": 0.176,
    "length": 0.25
  },
  {
    "name": "B6",
    "width": 0.125,
    "length": 0.176
  },
  {
    "name": "B7",
    "width": 0.088,
    "length": 0.125
  },
  {
    "name": "B8",
    "width": 0.062,
    "length": 0.088
  },
  {
    "name": "B9",
    "width": 0.044,
    "length": 0.062
  },
  {
    "name": "B10",
    "width": 0.031,
    "length": 0.044
  },
  {
    "name": "RA0",
    "width": 0.86,
    "length": 1.22
  },
  {
    "name": "RA1",
    "width": 0.61,
    "length": 0.86
  },
  {
    "name": "RA2",
    "width": 0.43,
    "length": 0.61
  },
  {
    "name": "RA3",
    "width": 0.305,
    "length": 0.43
  },
  {
    "name": "RA4",
    "width": 0.215,
    "length": 0.305
  },
  {
    "name": "SRA0",
    "width": 0.9,
    "length": 1.28
  },
  {
    "name": "SRA1",
    "width": 0.64,
    "length": 0.9
  },
  {
    "name": "SRA2",
    "width": 0.45,
    "length": 0.64
  },
  {
    "name": "SRA4",
    "width": 0.225,
    "length": 0.32
  },
  {
    "name": "Executive",
    "width": 0.18415,
    "length": 0.2667
  },
  {
    "name": "Statement",
    "width": 0.1397,
    "length": 0.2159
  },
  {
    "name": "Ledger",
    "width": 0.2794,
    "length": 0.4318
  },
  {
    "name": "ANSI A",
    "width": 0.2159,
    "length": 0.2794
  },
  {
    "name": "ANSI B",
    "width": 0.2794,
    "length": 0.4318
  },
  {
    "name": "ANSI C",
    "width": 0.4318,
    "length": 0.5588
  },
  {
    "name": "ANSI D",
    "width": 0.5588,
    "length": 0.8636
  },
  {
    "name": "ANSI E",
    "width": 0.8636,
    "length": 1.1176
  }
] as const;

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
