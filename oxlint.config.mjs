import { defineConfig } from 'oxlint';

/** The layers of the server, from the bottom up: see docs/architecture.md. A folder may import from lower layers only. */
export const layers = [
  ['platform'],
  ['database', 'messages', 'sources'],
  ['features'],
  ['wire'],
  ['installation', 'jobs'],
  ['http', 'cli'],
  ['monitoring'],
  ['main'],
];

/** The same among features. */
export const features = [
  ['audit', 'events', 'paper'],
  ['accounts', 'methodologies'],
  ['deposits', 'idempotency', 'keys', 'mail', 'projects', 'servers', 'settlements', 'volume'],
  ['carbon', 'certificates', 'rollups', 'users'],
  ['plantings'],
  ['biomass', 'log', 'sessions', 'webhooks'],
  ['closing', 'impact', 'orders', 'quotes'],
  ['billing', 'feeds'],
  ['origins', 'reports', 'sandboxes', 'search'],
];

/** What a folder may not import: the other folders of its layer, and everything above. */
const closedTo = (order, name) => {
  const height = order.findIndex((layer) => layer.includes(name));
  return order
    .slice(height)
    .flat()
    .filter((other) => other !== name);
};

const restriction = (order, name, more = []) => ({
  'no-restricted-imports': [
    'error',
    {
      patterns: [
        {
          regex: `^(\\.\\./)+(${closedTo(order, name).join('|')})/`,
          message: `${name} may only import from the layers below it (see oxlint.config.mjs)`,
        },
        ...more,
      ].filter(({ regex }) => !regex.includes('()')),
    },
  ],
});

const layerRules = [
  ...layers.flat().map((name) => ({
    files: [`server/src/${name}/**/*.ts`],
    rules: restriction(layers, name),
  })),
  ...features.flat().map((name) => ({
    files: [`server/src/features/${name}/**/*.ts`],
    rules: restriction(features, name, restriction(layers, 'features')['no-restricted-imports'][1].patterns),
  })),
];

const outsideTheDashboard = {
  group: [
    'node:*',
    '@regrove/*',
    '!@regrove/sdk',
    '**/printers/**',
    '**/sdk/**',
    '**/server/**',
    '!**/server/src/messages/**',
    '!**/server/src/platform/reason.js',
    '!**/printers/src/trouble-reasons.js',
  ],
  message:
    'The dashboard may import from itself, @regrove/sdk and the few parts of the server that oxlint.config.mjs lists',
};
const screens = { regex: '/screens/', message: 'Only screens may import screens' };

/** Workspaces that know nothing of the server. */
const ownRules = [
  ['printers/src/**', ['@regrove/*', '**/server/**']],
  ['agent/src/**', ['@regrove/*', '!@regrove/printers/**', '**/server/**']],
].map(([files, group]) => ({
  files: [files],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ group, message: 'printers imports no other workspace, and agent only printers' }] },
    ],
  },
}));

const webRules = [
  ['web/src/**', [outsideTheDashboard]],
  ['web/src/{api,components,i18n,session,theme}/**', [outsideTheDashboard, screens]],
].map(([files, patterns]) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
}));

const all = (names) => Object.fromEntries(names.map((name) => [name, 'error']));

/** In addition to the rules that find plain mistakes. */
const strict = all([
  'no-array-constructor',
  'no-case-declarations',
  'no-empty',
  'no-fallthrough',
  'no-prototype-builtins',
  'no-redeclare',
  'no-regex-spaces',
  'no-unexpected-multiline',
  'no-useless-constructor',
  'no-var',
  'prefer-const',
  'prefer-rest-params',
  'prefer-spread',
  'preserve-caught-error',
]);

const strictTypes = {
  ...all([
    'typescript/consistent-type-imports',
    'typescript/no-deprecated',
    'typescript/no-dynamic-delete',
    'typescript/no-empty-object-type',
    'typescript/no-explicit-any',
    'typescript/no-extraneous-class',
    'typescript/no-generated-empty-object-type',
    'typescript/no-invalid-void-type',
    'typescript/no-misused-promises',
    'typescript/no-mixed-enums',
    'typescript/no-namespace',
    'typescript/no-non-null-asserted-nullish-coalescing',
    'typescript/no-non-null-assertion',
    'typescript/no-require-imports',
    'typescript/no-unnecessary-boolean-literal-compare',
    'typescript/no-unnecessary-condition',
    'typescript/no-unnecessary-template-expression',
    'typescript/no-unnecessary-type-arguments',
    'typescript/no-unnecessary-type-assertion',
    'typescript/no-unnecessary-type-constraint',
    'typescript/no-unnecessary-type-conversion',
    'typescript/no-unnecessary-type-parameters',
    'typescript/no-unsafe-argument',
    'typescript/no-unsafe-assignment',
    'typescript/no-unsafe-call',
    'typescript/no-unsafe-enum-comparison',
    'typescript/no-unsafe-function-type',
    'typescript/no-unsafe-member-access',
    'typescript/no-unsafe-return',
    'typescript/only-throw-error',
    'typescript/prefer-literal-enum-member',
    'typescript/prefer-promise-reject-errors',
    'typescript/prefer-reduce-type-parameter',
    'typescript/prefer-return-this-type',
    'typescript/related-getter-setter-pairs',
    'typescript/require-await',
    'typescript/unified-signatures',
    'typescript/use-unknown-in-catch-callback-variable',
  ]),
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/no-confusing-void-expression': [
    'error',
    { ignoreVoidOperator: true, ignoreArrowShorthand: true },
  ],
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
};

export default defineConfig({
  plugins: ['typescript', 'import'],
  jsPlugins: ['./scripts/lint-clock.mjs', './scripts/lint-tests.mjs'],
  categories: { correctness: 'error' },
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    '**/dist/',
    'server/dashboard/',
    'server/.building-*',
    'server/test/generated-clients/',
    '.regrove/',
    'sdk/src/wire/',
    'web/src/api/limits.ts',
    'web/src/api/wire.ts',
  ],
  rules: {
    ...strict,
    // Only strings are sorted without a comparison function, deliberately by code unit.
    'typescript/require-array-sort-compare': 'off',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        ...strictTypes,
        // A schema and its type share a name.
        'no-redeclare': 'off',
        'clock/now': 'error',
        'import/no-default-export': 'error',
        'import/no-cycle': ['error', { ignoreTypes: false }],
        'no-restricted-globals': [
          'error',
          {
            name: 'process',
            message: 'Only main, platform, database and the build scripts may use process.',
          },
        ],
      },
    },
    {
      // Scripts without declared types.
      files: ['**/*.js', '**/*.mjs'],
      rules: { 'typescript/restrict-template-expressions': 'off', 'typescript/no-misused-spread': 'off' },
    },
    ...layerRules,
    ...ownRules,
    ...webRules,
    {
      files: [
        'agent/src/{api,directory,lock,main}.ts',
        'agent/test/**',
        'server/src/{main,platform,database}/**',
        'server/test/**',
        'bench/**',
        'fuzz/**',
      ],
      rules: { 'no-restricted-globals': 'off' },
    },
    {
      files: [
        'agent/src/clock.ts',
        'server/src/platform/time/clock.ts',
        'web/src/clock.ts',
        'server/test/**',
        '{agent,sdk,verify}/test/**',
      ],
      rules: { 'clock/now': 'off' },
    },
    {
      // Their tools expect a default export.
      files: ['**/*.config.ts', 'server/test/support/{citus-server,database-server,summary-reporter}.ts'],
      rules: { 'import/no-default-export': 'off', 'no-restricted-globals': 'off' },
    },
    {
      files: ['{agent,sdk,server,verify}/test/**/*.ts'],
      rules: { 'tests/wait': 'error', 'tests/random': 'error' },
    },
    {
      // These implement the waiting and the seeded random numbers that tests use.
      files: ['server/test/support/{until,pause}.ts', 'server/test/support/faults/random.ts'],
      rules: { 'tests/wait': 'off', 'tests/random': 'off' },
    },
    {
      // Responses are untyped JSON, checked field by field.
      files: ['{agent,server}/test/**'],
      rules: {
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-return': 'off',
        'typescript/no-unsafe-call': 'off',
      },
    },
  ],
});
