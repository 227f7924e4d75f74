import { expect, test } from 'vitest'
import { found } from '../../../testing/repositories/changes.ts'

const before = '{\n  "rules": { "no-debugger": "error", "eqeqeq": ["error", "smart"] }\n}\n'
const added = before.replace('"no-debugger"', '"no-console": "error", "no-debugger"')
const judge = (after: string, was = before) =>
  found({ '.oxlintrc.json': [was, after] }, 'Forbid console in the sources.').map(
    ({ level, kind }) => `${level} ${kind}`,
  )

test('a rule that the settings of a linter get as an error is a note', () => {
  expect(judge(added)).toEqual(['note check_setting_changed'])
})

test.each([
  ['the rule is a warning', added.replace('"no-console": "error"', '"no-console": "warn"')],
  ['the rule has options', added.replace('"no-console": "error"', '"no-console": ["error", { "allow": ["log"] }]')],
  ['another rule gets other options', added.replace('"smart"', '"always"')],
  ['a known rule comes with its prefix', before.replace('"no-debugger"', '"eslint/eqeqeq": "error", "no-debugger"')],
  ['a rule is there twice', added.replace('"eqeqeq"', '"no-console": "error", "eqeqeq"')],
  ['files are left out as well', added.replace('"rules"', '"ignorePatterns": ["src"], "rules"')],
  ['the settings have a comment', `${added}// here\n`],
])('the change of a linter’s settings asks where %s', (_what, after) => {
  expect(judge(after)).toEqual([expect.stringMatching(/^ask /)])
})

test('a rule on top of settings that are elsewhere asks', () => {
  const on = (text: string) => text.replace('"rules"', '"extends": ["./base.json"], "rules"')
  expect(judge(on(added), on(before))).toEqual(['ask check_setting_changed'])
})
