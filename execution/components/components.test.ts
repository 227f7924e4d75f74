import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuTime } from '../../testing/runner/costs.ts'
import { judge, judgeAll, readOsv, type AffectedPackage } from './affected.ts'
import { compareVersions } from './compare-versions.ts'
import { purlOf } from './component.ts'
import { makeBill } from './make-bill.ts'
import { lockReaders } from '../../packages/lock-files/lock-readers.ts'
import { tellsComponents } from './manifests.ts'
import { readFiles } from './read-files.ts'

const subject = {
  project: 'Shop',
  repositoryId: '01a21a3d-4cc0-7486-8d8e-433ca580eaa3',
  commitSha: 'a'.repeat(40),
  at: new Date('2026-03-04T10:15:30.000Z'),
  supplier: 'Acme',
}
const billOf = (files: Readonly<Record<string, string>>, unread: readonly string[] = []) =>
  makeBill({ subject, files: new Map(Object.entries(files)), unread })
const said = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    billOf(files).files.map(({ path, state, components }) => [
      path,
      [
        state,
        ...components.map(
          ({ type, name, version, isDevelopment }) => `${type} ${name} ${version}${isDevelopment ? ' dev' : ''}`,
        ),
      ],
    ]),
  )

const npmLock = JSON.stringify({
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop' },
    'node_modules/lodash': {
      version: '4.17.20',
      resolved: 'https://user:secret@packages.example/lodash-4.17.20.tgz?token=1',
      integrity: `sha512-${Buffer.alloc(64, 7).toString('base64')}`,
    },
    'node_modules/@types/node': { version: '24.0.0', dev: true },
    'node_modules/fsevents': { version: '2.3.3', devOptional: true },
    'packages/own': { version: '1.0.0' },
    'node_modules/own': { link: true },
  },
})

test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, readonly string[]>>]>([
  [
    'npm',
    { 'package-lock.json': npmLock },
    { 'package-lock.json': ['locked', 'npm lodash 4.17.20', 'npm @types/node 24.0.0 dev', 'npm fsevents 2.3.3'] },
  ],
  [
    'an alias of Yarn',
    {
      'yarn.lock': '"short@npm:lodash@^4":\n  version "4.17.21"\n  resolved "https://packages.example/lodash.tgz#ab"\n',
    },
    { 'yarn.lock': ['locked', 'npm lodash 4.17.21'] },
  ],
  [
    'Go from 1.17 on, by go.mod alone',
    {
      'go.mod': 'module a\n\ngo 1.22\n\nrequire (\n\tgithub.com/x/y v1.2.3\n\tgolang.org/x/z v0.1.0 // indirect\n)\n',
      'go.sum': 'github.com/x/y v1.2.3 h1:a=\ngithub.com/not/built v9.0.0 h1:b=\n',
    },
    { 'go.mod': ['locked', 'golang github.com/x/y v1.2.3', 'golang golang.org/x/z v0.1.0'] },
  ],
  [
    'Go before that, by go.sum',
    {
      'go.mod': 'module a\n\ngo 1.13\n\nrequire github.com/x/y v1.2.3\n',
      'go.sum':
        'github.com/x/y v1.2.3 h1:a=\ngithub.com/x/y v1.2.3/go.mod h1:c=\ngithub.com/other v0.1.0/go.mod h1:d=\n',
    },
    { 'go.sum': ['locked', 'golang github.com/x/y v1.2.3'] },
  ],
  [
    'gems without their platform',
    { 'Gemfile.lock': 'GEM\n  remote: https://gems.example/\n  specs:\n    nokogiri (1.19.4-x86_64-linux-gnu)\n' },
    { 'Gemfile.lock': ['locked', 'gem nokogiri 1.19.4'] },
  ],
  [
    'Composer without the leading v',
    {
      'composer.lock': JSON.stringify({
        packages: [{ name: 'Acme/Lib', version: 'v1.2.3' }],
        'packages-dev': [{ name: 'a/b', version: '2.0' }],
      }),
    },
    { 'composer.lock': ['locked', 'composer acme/lib 1.2.3', 'composer a/b 2.0 dev'] },
  ],
  [
    'Pipenv',
    {
      'Pipfile.lock': JSON.stringify({
        default: { Django: { version: '==4.2' } },
        develop: { pytest: { version: '==8.0' } },
      }),
    },
    { 'Pipfile.lock': ['locked', 'pypi django 4.2', 'pypi pytest 8.0 dev'] },
  ],
  [
    'requirements, of which one has no version',
    { 'requirements.txt': '# tools\nFlask_Login==1.0\nrequests>=2\n-r other.txt\n' },
    { 'requirements.txt': ['part', 'pypi flask-login 1.0'] },
  ],
  [
    'Cargo without the repository’s own',
    {
      'Cargo.lock':
        '[[package]]\nname = "own"\nversion = "1.0.0"\n\n[[package]]\nname = "serde"\nversion = "1.0.2"\nsource = "registry+https://index.example/crates"\n',
    },
    { 'Cargo.lock': ['locked', 'cargo serde 1.0.2'] },
  ],
  [
    'NuGet, each version once',
    {
      'packages.lock.json': JSON.stringify({
        version: 1,
        dependencies: {
          net8: { 'Newtonsoft.Json': { type: 'Direct', resolved: '13.0.1' }, own: { type: 'Project' } },
          net9: { 'Newtonsoft.Json': { type: 'Direct', resolved: '13.0.1' } },
        },
      }),
    },
    { 'packages.lock.json': ['locked', 'nuget newtonsoft.json 13.0.1'] },
  ],
  [
    'Gradle',
    {
      'gradle.lockfile':
        '# comment\ncom.google.guava:guava:32.0=compileClasspath,runtimeClasspath\njunit:junit:4.13=testRuntimeClasspath\nempty=annotationProcessor\n',
    },
    { 'gradle.lockfile': ['locked', 'maven com.google.guava:guava 32.0', 'maven junit:junit 4.13 dev'] },
  ],
  [
    'Dart',
    {
      'pubspec.lock':
        'packages:\n  http:\n    dependency: "direct main"\n    source: hosted\n    version: "1.2.0"\n  flutter:\n    dependency: "direct main"\n    source: sdk\n    version: "0.0.0"\nsdks:\n  dart: ">=3"\n',
    },
    { 'pubspec.lock': ['locked', 'pub http 1.2.0'] },
  ],
  [
    'Elixir',
    { 'mix.lock': `%{\n  "jason": {:hex, :jason, "1.4.1", "${'a'.repeat(64)}", [:mix], [], "hexpm", "b"},\n}\n` },
    { 'mix.lock': ['locked', 'hex jason 1.4.1'] },
  ],
  [
    'Swift',
    {
      'Package.resolved': JSON.stringify({
        version: 2,
        pins: [
          { identity: 'nio', location: 'https://github.com/apple/swift-nio.git', state: { version: '2.0.0' } },
          { location: 'https://a.example/b', state: { branch: 'main' } },
        ],
      }),
    },
    { 'Package.resolved': ['part', 'swift github.com/apple/swift-nio 2.0.0'] },
  ],
  [
    'Deno',
    {
      'deno.lock': JSON.stringify({
        version: '4',
        jsr: { '@std/path@1.0.2': {} },
        npm: { 'react@18.2.0_scheduler@1': { integrity: 'sha512-AA==' } },
      }),
    },
    { 'deno.lock': ['locked', 'npm react 18.2.0', 'jsr @std/path 1.0.2'] },
  ],
  [
    'manifests, unless a lock file is beside them or above',
    {
      'package.json': '{"dependencies":{"a":"1"}}',
      'web/package.json': '{"dependencies":{"a":"1"}}',
      'web/yarn.lock': '',
      'web/inner/package.json': '{"devDependencies":{"a":"1"}}',
      'empty/package.json': '{"name":"a"}',
      'pom.xml': '<project><dependency></dependency></project>',
      'a/a.csproj': '<PackageReference Include="a" />',
    },
    { 'package.json': ['unlocked'], 'web/yarn.lock': ['locked'], 'pom.xml': ['unlocked'], 'a/a.csproj': ['unlocked'] },
  ],
  [
    'what is no lock file of its kind',
    { 'package-lock.json': '<html>', 'bun.lockb': '\u0000', 'Cargo.lock': 'x'.repeat(600) },
    { 'package-lock.json': ['unread'], 'bun.lockb': ['unread'], 'Cargo.lock': ['unread'] },
  ],
])('packages of %s', (_name, files, expected) => {
  expect(said(files)).toEqual(expected)
})

test('folders of installed and copied packages tell nothing', () => {
  expect(['package-lock.json', 'a/go.mod', 'a/b.csproj'].every(tellsComponents)).toBe(true)
  expect(['node_modules/a/package.json', 'vendor/x/go.mod', 'src/index.ts'].some(tellsComponents)).toBe(false)
})

test('a document has the source of each package, without credentials, and the gaps', () => {
  const files = { 'package-lock.json': npmLock, 'pom.xml': '<dependency>' }
  const bill = billOf(files, ['web/yarn.lock'])
  expect(billOf(files, ['web/yarn.lock'])).toEqual(bill)
  const read = JSON.parse(bill.document) as Record<string, unknown>
  expect(read).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { timestamp: '2026-03-04T10:15:30.000Z', supplier: { name: 'Acme' }, component: { name: 'Shop' } },
    components: [
      { purl: 'pkg:npm/%40types/node@24.0.0', group: '@types', name: 'node', scope: 'excluded' },
      { purl: 'pkg:npm/fsevents@2.3.3', scope: 'required' },
      {
        purl: 'pkg:npm/lodash@4.17.20',
        scope: 'required',
        hashes: [{ alg: 'SHA-512', content: '07'.repeat(64) }],
        externalReferences: [{ type: 'distribution', url: 'https://packages.example/lodash-4.17.20.tgz' }],
        properties: [{ name: 'atelier:lockFile', value: 'package-lock.json' }],
      },
    ],
    compositions: [{ aggregate: 'incomplete' }],
    properties: [
      { name: 'atelier:unlocked', value: 'pom.xml' },
      { name: 'atelier:unread', value: 'web/yarn.lock' },
    ],
  })
  expect(bill.document).not.toMatch(/secret|token/)
  expect(JSON.parse(billOf({ 'package-lock.json': npmLock }).document)).not.toHaveProperty('compositions')
})

test('names in package URLs match their registries', () => {
  expect(
    (
      [
        ['pypi', 'Flask_Login'],
        ['maven', 'com.a:b'],
        ['golang', 'github.com/X/y'],
        ['composer', 'A/B'],
      ] as const
    ).map(([type, name]) => purlOf({ type, name, version: '1+a' })),
  ).toEqual([
    'pkg:pypi/flask-login@1%2Ba',
    'pkg:maven/com.a/b@1%2Ba',
    'pkg:golang/github.com/X/y@1%2Ba',
    'pkg:composer/a/b@1%2Ba',
  ])
})

test.each([
  ['npm', '1.2.3-beta.1', '1.2.3', -1],
  ['npm', '1.10', '1.9.9', 1],
  ['cargo', '1.0.0+build', '1.0.0', 0],
  ['golang', 'v0.0.0-20210101000000-abcdefabcdef', 'v0.1.0', -1],
  ['golang', 'v2.0.0+incompatible', '2.0.0', 0],
  ['pypi', '1!1.0', '2.0', 1],
  ['pypi', '1.0.post1', '1.0', 1],
  ['pypi', '1.0rc1', '1.0', -1],
  ['gem', '1.19.10', '1.19.4', 1],
  ['gem', '2.0.0.pre1', '2.0.0', -1],
  ['composer', '1.2.3.4', '1.2.3', 1],
  ['composer', '2.0.0-beta1', '2.0.0', -1],
  ['nuget', '13.0.1', '13.0.1.0', 0],
  ['maven', '2.17.1', '2.3.1', 1],
  ['composer', 'dev-main', '1.0', undefined],
  ['maven', '31.1-jre', '32.0', undefined],
  ['pypi', 'nonsense', '1', undefined],
  ['npm', `1.0.0-${'a'.repeat(200)}`, '1.0.0', undefined],
] as const)('%s: %s beside %s', (type, one, other, order) => {
  const compared = compareVersions(type, one, other)
  expect(compared === undefined ? undefined : Math.sign(compared)).toBe(order)
})

const lodash = (ranges: AffectedPackage['ranges'], versions: readonly string[] = []): AffectedPackage => ({
  type: 'npm',
  name: 'lodash',
  versions,
  ranges,
})

test.each([
  ['before the fix', [[{ introduced: '0' }, { fixed: '4.17.21' }]], '4.17.20', 'affected'],
  ['the fix itself', [[{ introduced: '0' }, { fixed: '4.17.21' }]], '4.17.21', 'unaffected'],
  ['before it came', [[{ introduced: '4.0.0' }, { fixed: '4.17.21' }]], '3.9.0', 'unaffected'],
  ['the last one', [[{ introduced: '0' }, { last_affected: '4.17.20' }]], '4.17.20', 'affected'],
  ['after the last one', [[{ introduced: '0' }, { last_affected: '4.17.20' }]], '4.17.21', 'unaffected'],
  ['where it came back', [[{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }]], '2.1.0', 'affected'],
  ['between', [[{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '2.0.0' }]], '1.5.0', 'unaffected'],
  ['events in any order', [[{ fixed: '4.17.21' }, { introduced: '0' }]], '4.17.20', 'affected'],
  ['no end', [[{ introduced: '4.17.0' }]], '9.0.0', 'affected'],
  ['a branch', [[{ introduced: '0' }, { fixed: '4.17.21' }]], 'main', 'unknown'],
] as const)('a version %s', (_name, ranges, version, expected) => {
  expect(judge(lodash(ranges), version)).toBe(expected)
})

test('a version that is named is affected, whether it can be compared or not', () => {
  expect(judge(lodash([], ['main']), 'main')).toBe('affected')
  expect(judge(lodash([], ['main']), '1.0.0')).toBe('unaffected')
})

test('a record is read with the packages that cannot be looked for here', () => {
  const record = {
    id: 'GHSA-1',
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'Flask_Login' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0' }, { limit: '*' }] }],
      },
      { package: { ecosystem: 'Debian:12', name: 'libfoo' }, versions: ['1'] },
      { package: { ecosystem: 'npm', name: 'lodash' }, ranges: [{ type: 'GIT', events: [{ introduced: '0' }] }] },
      null,
    ],
  }
  expect(readOsv(JSON.stringify(record))).toEqual({
    id: 'GHSA-1',
    withdrawnMs: null,
    packages: [{ type: 'pypi', name: 'flask-login', versions: [], ranges: [[{ introduced: '0' }, { fixed: '1.0' }]] }],
    left: ['Debian:12: libfoo', 'npm: lodash', 'a package without a name'],
  })
  expect([readOsv('{}'), readOsv('[]'), readOsv('no')]).toEqual([undefined, undefined, undefined])
})

test('a package is judged by everything in the record about it', () => {
  const packages = [lodash([[{ introduced: '5.0.0' }]]), lodash([[{ introduced: '0' }, { fixed: '4.17.21' }]])]
  const found = ['4.17.20', '4.17.21', '5.1.0', 'x'].map((version) => ({ type: 'npm', name: 'lodash', version }))
  expect(judgeAll({ packages, found })).toEqual(['affected', 'unaffected', 'affected', 'unknown'])
})

const names = Object.keys(lockReaders)
const shapes = ['packages', 'dependencies', 'default', 'develop', 'packages-dev', 'pins', 'object', 'npm', 'jsr']

test('a file of any content is read or called unread, and leaves the files beside it as they are', () => {
  const json = fc
    .dictionary(fc.constantFrom(...shapes), fc.jsonValue({ maxDepth: 4 }))
    .map((value) => JSON.stringify(value))
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.oneof(json, fc.string(), fc.string({ unit: 'binary' })),
      (name, content) => {
        const files = new Map([
          [`a/${name}`, content],
          ['b/package-lock.json', npmLock],
        ])
        const read = readFiles({ files, unread: [] })
        expect(read.find(({ path }) => path === 'b/package-lock.json')).toMatchObject({ state: 'locked' })
        for (const { components } of read)
          for (const { name: text, version } of components) {
            expect(text.length).toBeGreaterThan(0)
            expect(version.length).toBeLessThanOrEqual(500)
          }
      },
    ),
  )
})

test('a package whose name or version is too long, or has a NUL, is named as a part that is missing', () => {
  const packages = Object.fromEntries(
    ['a'.repeat(501), 'nul\0'].map((name) => [`node_modules/${name}`, { version: '1.0.0' }]),
  )
  const files = {
    'package-lock.json': JSON.stringify({ packages: { ...packages, 'node_modules/ok': { version: '1.0.0' } } }),
  }
  expect(said(files)).toEqual({ 'package-lock.json': ['part', 'npm ok 1.0.0'] })
})

test('a commit has at most fifty thousand packages; files behind them are unread', () => {
  const lock = (from: number) =>
    JSON.stringify({
      packages: Object.fromEntries(
        Array.from({ length: 20_000 }, (_none, at) => [`node_modules/p${from + at}`, { version: '1.0.0' }]),
      ),
    })
  const files = Object.fromEntries(
    ['a', 'b', 'c'].map((folder, at) => [`${folder}/package-lock.json`, lock(at * 20_000)]),
  )
  expect(billOf(files).files.map(({ state }) => state)).toEqual(['locked', 'locked', 'unread'])
})

test('hostile files of many kibibytes are read in time that grows with their length', () => {
  for (const name of names)
    for (const piece of ['a', ' ', '\n', '-', '"', '\n  ', '[[package]]\n', '{', '@a/', 'require (\n', '\\\n']) {
      const before = cpuTime().ownMs
      readFiles({ files: new Map([[name, piece.repeat(2 ** 18 / piece.length)]]), unread: [] })
      // Reading in more than linear time would take minutes.
      expect([name, piece, cpuTime().ownMs - before < 10_000]).toEqual([name, piece, true])
    }
})
