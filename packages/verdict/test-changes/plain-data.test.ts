import { expect, test } from 'vitest'
import { findWeakening } from './find-weakening.ts'

const found = (path: string, before: string | undefined, after: string) =>
  findWeakening({
    files: [{ path, kind: 'modified', modeAfter: '100644', before, after }],
    request: 'Mend it.',
    checks: [],
  }).map(({ level, kind, line }) => `${level} ${kind} ${line ?? ''}`.trim())

const manifest = (scripts: string) => `{\n  "name": "a",\n  "scripts": { "test": "node --test"${scripts} }\n}\n`

test.each([
  ['a script on a shared line', 'package.json', manifest(''), manifest(', "postinstall": "node setup.js"'), 3],
  ['an escaped key', 'package.json', manifest(''), manifest(', "post\\u0069nstall": "node setup.js"'), 3],
  ['a manifest in one line', 'package.json', '{"name":"a"}', '{"name":"a","scripts":{"prepare":"sh x.sh"}}', 1],
  [
    'a key apart from its colon',
    'package.json',
    '{\n"a": 1\n}',
    '{\n"a": 1, "scripts": {\n"postinstall"\n: "x" }\n}',
    3,
  ],
  [
    'a licence on a shared line',
    'package.json',
    '{ "name": "a", "license": "MIT" }',
    '{ "name": "a", "license": "GPL" }',
    1,
  ],
  ['a text that is no JSON', 'package.json', '{ "a": 1 }\n', '{ "a": 1, scripts: { postinstall: "x" } }\n', 1],
  ['a build by a dotted key', 'pyproject.toml', 'name = "a"\n', 'name = "a"\nbuild-system.build-backend = "b"\n', 2],
  ['a build in an inline table', 'pyproject.toml', '', 'build-system = { build-backend = "b", requires = [] }\n', 1],
  ['a build by a quoted key', 'Cargo.toml', '[package]\nname = "a"\n', '[package]\nname = "a"\n"build" = "b.rs"\n', 3],
])('%s is read as its tool reads it', (_what, path, before, after, line) => {
  expect(found(path, before, after)).toContain(`ask obeyed_file_changed ${line}`)
})

test.each([
  [
    'a package from elsewhere',
    'pnpm-workspace.yaml',
    'packages: [a]\n',
    'packages: [a]\n"overrid\\u0065s": { left: "npm:right@1" }\n',
    'ask package_source_changed',
  ],
  [
    'a lower threshold',
    '.nycrc.json',
    '{ "check-coverage": true, "lines": 90 }',
    '{ "check-coverage": true, "l\\u0069nes": 10 }',
    'ask threshold_lowered',
  ],
  [
    'a weaker checker',
    'tsconfig.json',
    '{ "compilerOptions": { "strict": true } }',
    '{ "compilerOptions": { "str\\u0069ct": false } }',
    'ask checker_loosened',
  ],
  [
    'settings of a runner',
    'package.json',
    '{ "name": "a" }',
    '{ "name": "a", "jest": { "bail": 1 } }',
    'ask check_setting_changed',
  ],
  [
    'a rule that is off',
    '.oxlintrc.json',
    '{ "rules": { "eqeqeq": "error" } }',
    '{ "rules": { "eqeqeq": "\\u006fff" } }',
    'ask checker_loosened',
  ],
])('%s is found in any form', (_what, path, before, after, kind) => {
  expect(found(path, before, after).map((one) => one.replace(/ \d+$/, ''))).toContain(kind)
})

test('other formatting of the same data is no change, and hidden text in it is still found', () => {
  const spread = '{\n  "name": "a",\n  "scripts": {\n    "prepare": "x"\n  }\n}\n'
  expect(found('package.json', '{"name":"a","scripts":{"prepare":"x"}}', spread)).toEqual([])
  expect(found('data.json', '{"a":1}', '{"a":1,"b":"x\u202ey"}')).toContain('ask text_reversed 1')
})

test('a text that names itself many times, or is deep, is left as it is', () => {
  const bomb = `a: &a [x, x]\n${Array.from({ length: 30 }, (_, at) => `b${at}: &b${at} [*a, *a]`).join('\n')}\nc: { <<: *a }\n`
  expect(() => found('a.yaml', 'a: 1\n', bomb)).not.toThrow()
  expect(() => found('a.json', '{}', '{"a":'.repeat(50_000))).not.toThrow()
})
