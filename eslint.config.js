import tseslint from 'typescript-eslint'
import console from './eslint.console.config.js'

const strict = tseslint.configs.strictTypeChecked
const style = tseslint.configs.stylisticTypeChecked

const atelier = {
  '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }],
  '@typescript-eslint/switch-exhaustiveness-check': 'error',
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/consistent-type-definitions': 'off',
  '@typescript-eslint/no-non-null-assertion': 'off',
  '@typescript-eslint/require-await': 'off',
  '@typescript-eslint/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidOperator: true },
  ],
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/no-unnecessary-type-parameters': 'off',
  '@typescript-eslint/no-invalid-void-type': 'off',
  '@typescript-eslint/no-empty-function': 'off',
  // Our objects are closures: a method that is taken out of one works as well.
  '@typescript-eslint/unbound-method': 'off',
  '@typescript-eslint/no-unsafe-enum-comparison': 'off',
  '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
  'no-console': 'error',
  'no-constant-binary-expression': 'error',
  'no-self-compare': 'error',
  'no-template-curly-in-string': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  eqeqeq: ['error', 'always', { null: 'ignore' }],
}

// A test reaches into answers whose shape it is there to find out.
const inTests = {
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
}

export default tseslint.config(
  { ignores: ['node_modules/', 'coverage/**', '.atelier/', '**/fixtures/', '**/dist/'] },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...strict, ...style],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: atelier,
  },
  ...console,
  {
    files: ['apps/console/**/*.ts', 'apps/console/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
      // A handler of an event may be a promise: what it is refused with stands in its own state.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  { files: ['**/*.test.ts', '**/*.test.tsx', 'testing/**', 'bench/**'], rules: inTests },
  {
    // Headers of tool servers refer to secrets as ${NAME}.
    files: [
      '**/tool-servers/**',
      '**/tool-servers.test.ts',
      '**/tools.test.ts',
      'apps/cli/program-*.ts',
      'domains/vocabulary/*',
    ],
    rules: { 'no-template-curly-in-string': 'off' },
  },
  { files: ['bench/**', 'apps/cli/**'], rules: { 'no-console': 'off' } },
)
