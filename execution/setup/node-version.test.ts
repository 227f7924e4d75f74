import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allows, isOfVersion, nodeVersionIn, requestedNodeMajor, unknownNode } from './node-version.ts'

const machine = '24.21.0'
const asked = (engines: string | undefined, files: Readonly<Record<string, string>> = {}) =>
  requestedNodeMajor(
    new Map(Object.entries(files)),
    engines === undefined ? {} : { engines: { node: engines } },
    machine,
  )

test.each([
  ['>=18', undefined],
  ['^20.0.0 || >=22', undefined],
  ['*', undefined],
  ['24.x', undefined],
  ['any words', undefined],
  ['^18.12.0', 18],
  ['>=16 <23', 22],
  ['14 - 20', 20],
  ['^18 || ^20', 20],
  ['21', 21],
  ['>= 26', 26],
  ['>24', 25],
  ['<22.5', 20],
  ['0.10', undefined],
])('engines.node “%s” on Node 24 asks for %s', (engines, major) => expect(asked(engines)).toBe(major))

test.each([
  ['v20.11.1\n', 20],
  ['18', 18],
  ['24', undefined],
  ['lts/*', undefined],
  ['lts/Iron', 20],
  ['# ours\n\nlts/hydrogen # till 2025\n', 18],
  ['18.x', 18],
  ['^20.1', 20],
  ['>=18', undefined],
  ['nonsense', undefined],
  ['8', undefined],
])('.nvmrc “%s” asks for %s', (text, major) => expect(asked(undefined, { '.nvmrc': text })).toBe(major))

test.each([
  [{ '.tool-versions': 'ruby 3.2\nnodejs 20.11.1\n' }, {}, 20],
  [{}, { volta: { node: '18.20.4', yarn: '1.22.22' } }, 18],
  [{}, { devEngines: { runtime: { name: 'node', version: '^20' } } }, 20],
  [{}, { devEngines: { runtime: [{ name: 'bun' }, { name: 'node', version: '22.x' }] } }, 22],
  [{ '.nvmrc': 'nonsense' }, { engines: { node: '18' } }, 18],
  [{ '.nvmrc': '22' }, { volta: { node: '18.20.4' } }, 22],
])('%j with %j asks for %s', (files, manifest, major) =>
  expect(requestedNodeMajor(new Map(Object.entries(files)), manifest, machine)).toBe(major),
)

test('a request that is not understood is named, without characters that a shell reads', () => {
  const named = (files: Readonly<Record<string, string>>) => unknownNode(new Map(Object.entries(files)), {})
  expect(named({ '.nvmrc': "lts/-1'; rm x" })).toBe(
    '.nvmrc asks for Node “lts/-1???rm?x”, which is not understood. Write a number: 22.',
  )
  expect([named({ '.nvmrc': 'lts/*' }), named({ '.nvmrc': '' }), named({ '.nvmrc': '18.x' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('.nvmrc comes before the range of the manifest, and .node-version is read as well', () => {
  expect(asked('>=18', { '.nvmrc': '20' })).toBe(20)
  expect(asked('>=18', { '.node-version': '22.1.0' })).toBe(22)
})

test('a request for Node is a version that its range allows, or absent', () =>
  fc.assert(
    fc.property(fc.integer({ min: 14, max: 40 }), fc.constantFrom('^', '>=', '<', '~', ''), (major, operator) => {
      const found = asked(`${operator}${major}`)
      if (found !== undefined) expect(allows(`${operator}${major}`, found)).toBe(true)
    }),
  ))

test.each([
  ['22', '22'],
  ['v20.11.1', '20.11.1'],
  ['node 18', '18'],
  ['Node.js@24.1', '24.1'],
  ['13', undefined],
  ['41', undefined],
  ['2.1', undefined],
  ['22; rm -rf /', undefined],
  ['python 3.12', undefined],
  ['', undefined],
])('“%s” is the version %s of Node', (text, version) => expect(nodeVersionIn(text)).toBe(version))

test('a version covers versions that begin with its numbers', () => {
  expect(['24', '24.21', '24.21.0'].map((named) => isOfVersion(machine, named))).toEqual([true, true, true])
  expect(['2', '24.2', '24.21.1', '22'].map((named) => isOfVersion(machine, named))).toEqual(Array(4).fill(false))
})

const tests = (version: string) => ({
  '.github/workflows/ci.yml': `jobs:\n  a:\n    steps:\n      - uses: actions/setup-node@v4\n        with: { node-version: ${version} }\n`,
})

test('if the range allows the machine, the newest version of the workflows is asked for if it is older', () => {
  expect(asked('>=6', tests('14'))).toBe(14)
  expect(asked(undefined, tests('20'))).toBe(20)
  expect([asked('>=6', tests('24')), asked('>=6', tests('26')), asked('>=6', tests('8'))]).toEqual(
    Array(3).fill(undefined),
  )
  expect(asked('>=18', { ...tests('14'), '.nvmrc': '20' })).toBe(20)
  expect(asked('^18', tests('14'))).toBe(18)
})
