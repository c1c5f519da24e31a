import eslint from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The floors of the house, from the ground up. A room imports from floors below it and from itself, never from beside
 * or above.
 */
const floors = [
  ['platform'],
  ['paper', 'audit', 'messages', 'sources'],
  ['accounts', 'methodologies', 'months'],
  ['mail'],
  ['users', 'keys', 'projects'],
  ['certificates', 'sessions'],
  ['biomass', 'carbon'],
  ['deposits', 'quotes', 'orders', 'servers'],
  ['feeds', 'volume', 'closing', 'billing', 'secrets'],
  ['wire'],
  ['revisions'],
  ['ledger', 'backup'],
  ['jobs', 'demo'],
  ['http', 'cli', 'pages'],
  ['monitoring'],
  ['main'],
];

const roomRules = floors.flatMap((floor, height) =>
  floor.map((room) => {
    const closed = floors
      .slice(height)
      .flat()
      .filter((other) => other !== room);
    return {
      files: [`server/src/${room}/**/*.ts`],
      rules: {
        'no-restricted-imports': [
          'error',
          {
            patterns: [
              {
                regex: `^(\\.\\./)+(${closed.join('|')})/`,
                message: `${room} may only import from the floors below it (see eslint.config.js)`,
              },
            ],
          },
        ],
      },
    };
  }),
);

/** The dashboard knows the SDK, its own files and the words for people, nothing else of the house. */
const outside = {
  regex: '^(\\.\\./)+(server/(?!src/messages/)|sdk/)|^@regrove/(?!sdk$)|^node:',
  message:
    'The dashboard may import from itself, @regrove/sdk and server/src/messages (see eslint.config.js)',
};
const screens = { regex: '/screens/', message: 'Screens stand above what they are made of' };

const webRules = [
  ['web/src/**', [outside]],
  ['web/src/{api,look,parts,session,words}/**', [outside, screens]],
].map(([files, patterns]) => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'server/dashboard/',
      'server/.building-*',
      '**/node_modules/',
      '.regrove/',
      'sdk/src/wire/',
      'web/src/api/wire.ts',
    ],
  },
  eslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'server/tsconfig.json',
          'server/test/tsconfig.json',
          'sdk/tsconfig.json',
          'sdk/test/tsconfig.json',
          'web/tsconfig.json',
          'web/build/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-module-boundary-types': 'off',
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreVoidOperator: true, ignoreArrowShorthand: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/prefer-nullish-coalescing': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'Only main, the platform and the build scripts know the process.' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: 'Ask the clock in the context what time it is.',
        },
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: 'Ask the clock.',
        },
        { selector: 'ExportDefaultDeclaration', message: 'Exports have names.' },
      ],
    },
  },
  ...roomRules,
  ...webRules,
  {
    files: [
      'server/src/main/**',
      'server/src/platform/**',
      'server/test/**',
      'bench/**',
      'fuzz/**',
      'vitest.config.ts',
    ],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['server/src/platform/clock.ts', 'web/src/clock.ts', 'server/test/**', 'vitest.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['server/test/**'],
    rules: {
      // Answers are loose JSON, judged field by field.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        setTimeout: 'readonly',
        performance: 'readonly',
        fetch: 'readonly',
      },
    },
  },
);
