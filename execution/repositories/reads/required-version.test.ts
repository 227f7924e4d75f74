import { expect, test } from 'vitest'
import { fulfilledBy } from './required-version.ts'

const manifests: Readonly<Record<string, string>> = {
  'pyproject.toml': '[project]\nname = "a"\nrequires-python = ">=3.10"\n',
  'package.json': '{\n  "engines": {\n    "node": ">=18.12",\n    "npm": "9"\n  }\n}\n',
  'go.mod': 'module a\n\ngo 1.21.0\n',
  'Cargo.toml': '[package]\nrust-version = "1.70"\n',
}
const textOf = async (path: string) => manifests[path] ?? ''

test.each([
  ['src/a.py', '# This can be removed once we drop 3.8 and use Converter.', 'requires-python = ">=3.10"'],
  ['src/a.py', '# This can be removed once we drop 3.10.', undefined],
  ['src/a.py', '# TODO: use match when we require Python 3.10', 'requires-python = ">=3.10"'],
  ['src/a.py', '# TODO: use it when we require Python >= 3.12', undefined],
  ['src/a.py', '# Nobody knows when we drop 3.8', undefined],
  ['.golangci.yml', '# This can be removed once Cobra requires Go 1.17 or higher.', 'go 1.21.0'],
  ['.golangci.yml', '# TODO: enable once we require Go 1.24+', undefined],
  ['a.js', '// TODO: use node:test when dropping support for Node.js 16', '"node": ">=18.12"'],
  ['a.js', '// TODO: Use `Set.union` when targeting Node.js 22', undefined],
  ['a.rs', '// FIXME: replace by div_ceil once MSRV is 1.73', undefined],
  ['a.rs', '// TODO: replace after the minimum MSRV is 1.65', 'rust-version = "1.70"'],
  ['a.c', '/* remove once we drop 3.8 */', undefined],
  ['a.py', '# TODO: remove when we drop version 3.8.1 of the other one', undefined],
])('%s with “%s” is fulfilled by %s', async (path, text, expected) => {
  expect(await fulfilledBy({ path, text }, textOf)).toBe(expected)
})

test('the package of the name node is no statement about Node', async () => {
  const line = { path: 'a.js', text: '// TODO: use it when we require Node 22' }
  const withPackage = async () => '{\n  "dependencies": {\n    "node": "24.21.0"\n  }\n}\n'
  expect(await fulfilledBy(line, withPackage)).toBeUndefined()
})

test('without a manifest nothing is fulfilled', async () => {
  expect(await fulfilledBy({ path: 'a.py', text: '# TODO: remove when we drop 3.8' }, async () => '')).toBeUndefined()
})
