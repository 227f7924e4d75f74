import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filesOf, found, shown, type Texts } from '../../../testing/repositories/changes.ts'
import { findWeakening } from './find-weakening.ts'

const npm = (resolved: string, integrity: string, version = '1.0.0') =>
  `{\n  "packages": {\n    "": {},\n    "node_modules/a": {\n      "version": "${version}",\n      "resolved": "${resolved}",\n      "integrity": "${integrity}"\n    }\n  }\n}\n`
const tarball = 'https://packages.example/a/-/a-1.0.0.tgz'
const pnpm = (hash: string) => `packages:\n\n  a@1.0.0:\n    resolution: {integrity: sha512-${hash}}\n\nsnapshots:\n`
const yarn = (hash: string, sha1 = 'aa') =>
  `# yarn lockfile v1\n\n\na@^1.0.0:\n  version "1.0.0"\n  resolved "https://packages.example/a/-/a-1.0.0.tgz#${sha1}"\n  integrity sha512-${hash}\n`
const berry = (checksum: string) =>
  `__metadata:\n  version: 8\n\n"a@npm:^1.0.0":\n  version: 1.0.0\n  resolution: "a@npm:1.0.0"\n  checksum: ${checksum}\n  languageName: node\n`
const uv = (hash: string, more = '') =>
  `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }\nsdist = { url = "https://files.pythonhosted.org/a-1.0.0.tar.gz", hash = "sha256:${hash}", size = 1 }\nwheels = [\n${more}]\n`
const poetry = (hash: string) =>
  `[[package]]\nname = "a"\nversion = "1.0.0"\nfiles = [\n    {file = "a-1.0.0.tar.gz", hash = "sha256:${hash}"},\n]\n\n[package.dependencies]\nb = "*"\n`
const cargo = (checksum: string, source = 'registry+https://github.com/rust-lang/crates.io-index') =>
  `version = 3\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${source}"\nchecksum = "${checksum}"\n`
const gems = (hash: string) =>
  `GEM\n  remote: https://rubygems.org/\n  specs:\n    a (1.0.0)\n\nCHECKSUMS\n  a (1.0.0) sha256=${hash}\n`
const composer = (reference: string, version = '1.0.0') =>
  JSON.stringify(
    {
      packages: [
        { name: 'v/a', version, dist: { url: `https://api.github.com/repos/v/a/zipball/${reference}`, reference } },
      ],
    },
    null,
    2,
  )
const pipfile = (hash: string) =>
  JSON.stringify({ default: { a: { hashes: [`sha256:${hash}`], version: '==1.0.0' } } }, null, 2)

const replaced: readonly (readonly [string, string, string, number])[] = [
  ['package-lock.json', npm(tarball, 'sha512-aa'), npm(tarball, 'sha512-bb'), 7],
  ['npm-shrinkwrap.json', npm(tarball, 'sha512-aa'), npm('https://b.example/b.tgz', 'sha512-bb'), 7],
  ['package-lock.json', npm(tarball, ''), npm('https://b.example/b.tgz', ''), 6],
  ['package-lock.json', npm(tarball, 'sha512-aa'), npm(tarball, ''), 4],
  [
    'package-lock.json',
    '{\n"dependencies":{"a":{"version":"1.0.0","integrity":"sha1-aa"}}}',
    '{\n"dependencies":{"a":{"version":"1.0.0","integrity":"sha1-bb"}}}',
    2,
  ],
  ['pnpm-lock.yaml', pnpm('aa'), pnpm('bb'), 4],
  ['yarn.lock', yarn('aa'), yarn('bb'), 7],
  ['yarn.lock', yarn('aa'), yarn('aa', 'bb'), 6],
  ['yarn.lock', berry('10/aa'), berry('10/bb'), 7],
  ['uv.lock', uv('aa'), uv('bb'), 5],
  ['poetry.lock', poetry('aa'), poetry('bb'), 5],
  ['Cargo.lock', cargo('aa'), cargo('bb'), 7],
  ['go.sum', 'e.com/a v1.0.0 h1:aa=\n', 'e.com/a v1.0.0 h1:bb=\n', 1],
  ['go.sum', 'e.com/a v1.0.0/go.mod h1:aa=\n', 'e.com/a v1.0.0/go.mod h1:bb=\n', 1],
  ['Gemfile.lock', gems('aa'), gems('bb'), 7],
  ['composer.lock', composer('aa'), composer('bb'), 7],
  ['Pipfile.lock', pipfile('aa'), pipfile('bb'), 5],
  ['requirements.txt', 'a==1.0.0 \\\n  --hash=sha256:aa\n', 'a==1.0.0 \\\n  --hash=sha256:bb\n', 2],
]

test.each(replaced)(
  '%s: another content under the same version is refused with its line, case %#',
  (path, was, is, line) => {
    expect(shown(found({ [path]: [was, is] }))).toEqual([`refuse package_replaced ${path}:${line}`])
  },
)

test.each([
  [
    'package-lock.json',
    npm(tarball, 'sha512-aa'),
    npm('https://npm.example/a/-/a-1.0.0.tgz', 'sha512-aa'),
    'package_address_changed',
  ],
  ['package-lock.json', npm(tarball, 'sha1-aa'), npm(tarball, 'sha512-bb'), 'package_hash_added'],
  [
    'package-lock.json',
    npm(tarball, 'sha512-aa'),
    npm('https://npm.example/a.tgz', 'sha512-bb', '2.0.0'),
    'package_from_new_host',
  ],
  [
    'package-lock.json',
    npm('git+ssh://git@h.example/a.git#aa', ''),
    npm('git+ssh://git@h.example/a.git#bb', ''),
    'package_commit_changed',
  ],
  ['yarn.lock', berry('8/aa'), berry('10/bb'), 'package_hash_added'],
  [
    'uv.lock',
    uv('aa'),
    uv('aa', '    { url = "https://files.pythonhosted.org/a-1.0.0-1-any.whl", hash = "sha256:cc" },\n'),
    'package_hash_added',
  ],
  ['composer.lock', composer('aa', 'dev-main'), composer('bb', 'dev-main'), 'package_commit_changed'],
] as const)('%s: a person decides about an origin that can be right, case %#', (path, was, is, kind) => {
  const [finding, ...others] = found({ [path]: [was, is] })
  expect([finding!.level, finding!.kind, others]).toEqual(['ask', kind, []])
})

test.each([
  [
    'package-lock.json',
    '{"packages":{"node_modules/a":{"version":"1.0.0"}}}',
    '{"packages":{"node_modules/a":{"version":"1.0.0"},"node_modules/b":1}}',
    'package-lock.json:1',
  ],
  ['requirements-dev.txt', 'a==1.0.0\n', 'a==1.0.0\nb\n%c\n', 'requirements-dev.txt:3'],
  ['gradle.lockfile', 'a:b:1.0=x\n', 'a:b:1.0=x\nodd\n', 'gradle.lockfile:2'],
  ['Cargo.lock', undefined, '[[package]]\nname = "a"\n', 'Cargo.lock:2'],
  ['uv.lock', uv('aa'), 'x'.repeat(600), 'uv.lock'],
  ['bun.lockb', 'before', 'after', 'bun.lockb'],
] as const)('%s: a person decides about an entry that is not understood, case %#', (path, was, is, place) => {
  expect(shown(found({ [path]: [was, is] }))).toEqual([
    `ask package_unread ${place.includes(':') ? place : `${place}:`}`,
  ])
})

test('a person decides about a lock file that is not text, and a removed lock file asks nothing', () => {
  const [added] = filesOf({ 'bun.lockb': [undefined, ''] })
  const unread = findWeakening({ files: [{ ...added!, after: undefined }], request: '', checks: [] })
  expect(unread.map(({ kind, path }) => [kind, path])).toEqual([['package_unread', 'bun.lockb']])
  expect(found({ 'bun.lockb': ['before', undefined] })).toEqual([])
})

describe('no finding comes from', () => {
  const honest: readonly (readonly [string, string, string, string])[] = [
    [
      'an update',
      'package-lock.json',
      npm(tarball, 'sha512-aa'),
      npm(tarball.replace('1.0.0', '1.1.0'), 'sha512-bb', '1.1.0'),
    ],
    ['a lock file without addresses', 'package-lock.json', npm(tarball, 'sha512-aa'), npm('', 'sha512-aa')],
    ['hashes that are added where none was', 'package-lock.json', npm(tarball, ''), npm(tarball, 'sha512-aa')],
    ['an update by Cargo', 'Cargo.lock', cargo('aa'), cargo('bb').replace('"1.0.0"', '"1.0.1"')],
    ['an entry that was not understood before', 'requirements.txt', '-e ./a\n', '-e ./a\nb==1.0.0\n'],
    ['requirements in another file that is read', 'requirements.txt', 'a==1\n', '-r requirements/base.txt\n'],
    ['another order', 'go.sum', 'a v1.0.0 h1:aa=\nb v1.0.0 h1:bb=\n', 'b v1.0.0 h1:bb=\na v1.0.0 h1:aa=\n'],
  ]
  test.each(honest)('%s', (_what, path, was, is) => {
    expect(found({ [path]: [was, is] })).toEqual([])
  })
})

test('each version that keeps its hash is no finding, and each that does not is one', () => {
  const hashes = fc.array(fc.tuple(fc.stringMatching(/^[a-f]{4}$/), fc.boolean()), { minLength: 1, maxLength: 15 })
  const sum = (lines: readonly (readonly [string, string])[]) =>
    lines.map(([, hash], at) => `e.com/m${at} v1.0.0 h1:${hash}=\n`).join('')
  fc.assert(
    fc.property(hashes, (each) => {
      const before = sum(each.map(([hash]) => ['', hash]))
      const after = sum(each.map(([hash, changes]) => ['', changes ? `x${hash}` : hash]))
      const lines = each.flatMap(([, changes], at) => (changes ? [at + 1] : []))
      expect(found({ 'go.sum': [before, after] }).map(({ line }) => line)).toEqual(lines)
    }),
  )
})

test('many packages produce twenty findings; the last has the number of further packages', () => {
  const lines = (hash: string) => Array.from({ length: 50 }, (_, at) => `e.com/m${at} v1.0.0 h1:${hash}=\n`).join('')
  const findings = found({ 'go.sum': [lines('aa'), lines('bb')] })
  expect([findings.length, findings.at(-1)!.reason.endsWith('30 more packages differ in the same way.')]).toEqual([
    20,
    true,
  ])
})

const elsewhere: readonly (readonly [string, Texts, string])[] = [
  ['a module in a local folder', { 'go.mod': ['module a\n', 'module a\n\nreplace e.com/b => ./stub\n'] }, 'go.mod:3'],
  ['an override', { 'package.json': ['{}', '{\n  "overrides": {\n    "b": "npm:c@1"\n  }\n}'] }, 'package.json:3'],
  ['a resolution', { 'package.json': ['{}', '{\n  "resolutions": { "b": "1.0.0" }\n}'] }, 'package.json:2'],
  [
    'a folder as a package',
    { 'package.json': ['{}', '{\n  "dependencies": { "b": "file:stub" }\n}'] },
    'package.json:2',
  ],
  [
    'a repository as a package',
    { 'package.json': ['{}', '{\n  "dependencies": { "b": "c/b#main" }\n}'] },
    'package.json:2',
  ],
  [
    'a patch of Cargo',
    { 'Cargo.toml': ['[package]\n', '[package]\n\n[patch.crates-io]\nb = { path = "stub" }\n'] },
    'Cargo.toml:3',
  ],
  [
    'another source of Cargo',
    { '.cargo/config.toml': ['', '[source.crates-io]\nreplace-with = "b"\n'] },
    '.cargo/config.toml:1',
  ],
  [
    'an index of pip',
    { 'requirements.txt': ['b==1\n', '--extra-index-url https://e.com\nb==1\n'] },
    'requirements.txt:1',
  ],
  [
    'an index of uv',
    { 'pyproject.toml': ['[project]\n', '[project]\n[[tool.uv.index]]\nname = "e"\n'] },
    'pyproject.toml:2',
  ],
  ['a registry of npm', { '.npmrc': ['', 'registry=https://e.com\n'] }, '.npmrc:1'],
  ['a source of gems', { Gemfile: ['', "gem 'b', git: 'https://e.com/b'\n"] }, 'Gemfile:1'],
]
test.each(elsewhere)('a person decides about %s', (_what, texts, place) => {
  expect(shown(found(texts))[0]).toBe(`ask package_source_changed ${place}`)
})

test('packages of the registry, comments and sources that go are no finding', () => {
  const texts: Texts = {
    'package.json': ['{ "dependencies": { "a": "file:stub" } }', '{ "dependencies": { "a": "^1.0.0", "b": "~2" } }'],
    'go.mod': ['module a\nreplace b => ./stub\n', 'module a\n\nrequire e.com/b v1.0.0\n'],
    'requirements.txt': ['a==1\n', '# -i https://e.com\na==1\nb[c]>=2 ; python_version < "3"\n'],
    '.npmrc': ['', 'save-exact=true\n'],
    'Cargo.toml': ['[dependencies]\n', '[dependencies]\nb = { version = "1", features = ["c"] }\n'],
  }
  expect(found(texts)).toEqual([])
})
