import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';

/** The folders of the page: each builds on those before it only, and a game not on the other. */
const LAYERS = ['lib', 'chain', 'i18n', 'ui', 'rpsls', 'way', 'tictactoe', 'club', 'table', 'practice', 'lobby', 'app'];

/** What comes before in that list, and is beside it. */
const BESIDE = { tictactoe: ['rpsls'] };

/** The components that import the chain, since they provide it to the others: none may be added. */
const KNOW_CHAIN = ['src/way/accounts.tsx', 'src/way/chain.tsx'];

/** The services of the browser, which `lib/browser.ts` alone touches: each can be missing, refuse, throw or hang. */
const SERVICES = [
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'caches',
  'Notification',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'WebSocket',
  'WebAssembly',
  'AudioContext',
  'matchMedia',
  'PerformanceObserver',
  'ResizeObserver',
];
const GUARDED = 'lib/browser.ts has it: a value, or a reason';

export default defineConfig(
  globalIgnores(['dist', 'test-results']),
  js.configs.recommended,
  typescript.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // A short arrow function that returns what returns nothing reads well.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // Numbers look the same in a text as by themselves.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['src/**'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.strict],
    // These two know a ref by its import from React.
    rules: { 'react-hooks/immutability': 'off', 'react-hooks/refs': 'off' },
  },
  {
    files: ['src/**'],
    ignores: ['src/lib/browser.ts'],
    rules: {
      'no-restricted-globals': ['error', ...SERVICES.map((name) => ({ name, message: GUARDED }))],
      'no-restricted-properties': [
        'error',
        ...SERVICES.flatMap((property) =>
          ['window', 'globalThis', 'self'].map((object) => ({ object, property, message: GUARDED })),
        ),
        { object: 'Intl', property: 'Segmenter', message: GUARDED },
        { object: 'URL', property: 'createObjectURL', message: GUARDED },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector:
            "UnaryExpression[operator='void'] > CallExpression:not([callee.property.name='catch']):not([callee.property.name='then'][arguments.length=2])",
          message: 'nobody would hear of its failure: see lib/aside.ts',
        },
      ],
    },
  },
  ...LAYERS.slice(0, -1).map((layer, index) => ({
    files: [`src/${layer}/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\.\\./)+(${[...LAYERS.slice(index + 1), ...(BESIDE[layer] ?? [])].join('|')})(/|$)`,
              message: `what is in ${layer} builds only on the folders before it: see LAYERS`,
            },
          ],
        },
      ],
    },
  })),
  {
    files: ['src/**/*.tsx'],
    ignores: KNOW_CHAIN,
    rules: {
      // A rule of its own: of one rule the last options count.
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { patterns: [{ regex: '^(\\.\\./)+chain/', message: 'a component draws, and imports nothing of the chain' }] },
      ],
    },
  },
  {
    // Not checked by TypeScript: they run as they stand.
    files: ['**/*.{js,mjs}'],
    extends: [typescript.configs.disableTypeChecked],
    languageOptions: { globals: globals.node },
  },
  { files: ['worker/**'], languageOptions: { globals: globals.serviceworker } },
);
