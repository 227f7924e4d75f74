import { defineConfig } from 'oxlint'
import lists from './eslint.config.js'

// What oxlint does not know: `eslint -c eslint.console.config.js apps/console` looks at the rules of React.
const unknown = /^(react-hooks|jsx-a11y-x)\/|\/no-unsafe-class-instance-assignment$/

const isOff = (setting) => setting === 'off' || setting === 0

const lintings = lists.flatMap(({ files, rules = {} }) => (files ? [{ files: files.flat(), rules }] : []))
const used = new Set(
  lintings.flatMap(({ rules }) => Object.keys(rules).filter((name) => !unknown.test(name) && !isOff(rules[name]))),
)

/** The rules of `eslint.config.js`, in a sixth of the time. That is the one list of them, and what editors read. */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: lists.flatMap(({ files, ignores = [] }) => (files ? [] : ignores)),
  overrides: lintings.map(({ files, rules }) => ({
    files,
    rules: Object.fromEntries(
      Object.entries(rules)
        .filter(([name]) => used.has(name))
        .map(([name, setting]) => [name.replace('@typescript-eslint/', 'typescript/'), setting]),
    ),
  })),
})
