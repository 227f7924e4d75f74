import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lengthOf } from '../../testing/soak.ts'
import { lockReaders, readLock } from './lock-readers.ts'

const hex = 'a'.repeat(64)
const json = (lock: unknown) => JSON.stringify(lock, null, 2)
const toml = `version = 3\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://x"\nchecksum = "${hex}"\n\n[[package]]\nname = "b"\nversion = "2.0.0"\nsource = "registry+https://x"\n\n[[package]]\nname = "c"\nversion = "3.0.0"\nsource = "registry+https://x"\n`
const gradle = '# a comment\na:b:1.0=compileClasspath\nc:d:2.0=testRuntimeClasspath\nempty=annotationProcessor\n'

/** A lock file of each kind as its tool writes it, with the packages that it names. */
const samples: Readonly<Record<string, readonly [text: string, ...packages: readonly string[]]>> = {
  'package-lock.json': [
    json({
      lockfileVersion: 3,
      packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/@s/b': { version: '2.0.0' } },
    }),
    'a 1.0.0',
    '@s/b 2.0.0',
  ],
  'npm-shrinkwrap.json': [
    json({ lockfileVersion: 1, dependencies: { a: { version: '1.0.0', dependencies: { b: { version: '2.0.0' } } } } }),
    'a 1.0.0',
    'b 2.0.0',
  ],
  'pnpm-lock.yaml': [
    "lockfileVersion: '9.0'\n\nsettings:\n  autoInstallPeers: true\n\nimporters:\n\n  .:\n    dependencies:\n      a:\n        specifier: ^1\n        version: 1.0.0\n\npackages:\n\n  a@1.0.0:\n    resolution: {integrity: sha512-x}\n    engines: {node: '>=18'}\n\n  '@s/b@2.0.0':\n    resolution: {integrity: sha512-y}\n\nsnapshots:\n\n  a@1.0.0: {}\n",
    'a 1.0.0',
    '@s/b 2.0.0',
  ],
  'yarn.lock': [
    '# yarn lockfile v1\n\n\n"@s/b@^2.0.0", "@s/b@~2.0":\n  version "2.0.1"\n  resolved "https://x/b.tgz#ab"\n  integrity sha512-x\n\na@^1:\n  version "1.0.0"\n  resolved "https://x/a.tgz#ab"\n  dependencies:\n    "@s/b" "^2.0.0"\n',
    '@s/b 2.0.1',
    'a 1.0.0',
  ],
  'bun.lock': [
    '{\n  "lockfileVersion": 1,\n  "workspaces": {\n    "": {\n      "dependencies": {\n        "a": "^1.0.0",\n      },\n    },\n  },\n  "packages": {\n    "@s/b": ["@s/b@2.0.0", "", {}, "sha512-y=="],\n\n    "a": ["a@1.0.0", "", { "dependencies": { "@s/b": "^2" } }, "sha512-x=="],\n\n    "own": ["own@workspace:packages/own"],\n  }\n}\n',
    '@s/b 2.0.0',
    'a 1.0.0',
  ],
  'deno.lock': [
    json({ version: '4', jsr: { '@s/b@2.0.0': { integrity: 'x' } }, npm: { 'a@1.0.0': { integrity: 'sha512-x' } } }),
    'a 1.0.0',
    '@s/b 2.0.0',
  ],
  'requirements.txt': [
    `--index-url https://x\na==1.0.0 \\\n    --hash=sha256:${hex}\n# via c\nb[extra]==2.0.0 ; python_version > "3"\n`,
    'a 1.0.0',
    'b 2.0.0',
  ],
  'poetry.lock': [
    `[[package]]\nname = "a"\nversion = "1.0.0"\ngroups = ["main"]\nfiles = [\n    {file = "a.whl", hash = "sha256:${hex}"},\n]\n\n[package.dependencies]\nb = "*"\n\n[[package]]\nname = "b"\nversion = "2.0.0"\n\n[metadata]\nlock-version = "2.1"\n`,
    'a 1.0.0',
    'b 2.0.0',
  ],
  'uv.lock': [
    `version = 1\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = { registry = "https://pypi.org/simple" }\nwheels = [\n    { url = "https://x/a.whl", hash = "sha256:${hex}" },\n]\n\n[[package]]\nname = "own"\nsource = { editable = "." }\n`,
    'a 1.0.0',
  ],
  'pdm.lock': [toml, 'a 1.0.0', 'b 2.0.0', 'c 3.0.0'],
  'pylock.toml': [toml.replaceAll('[[package]]', '[[packages]]'), 'a 1.0.0', 'b 2.0.0', 'c 3.0.0'],
  'Pipfile.lock': [
    json({ _meta: {}, default: { a: { version: '==1.0.0' } }, develop: { b: { version: '==2.0.0' } } }),
    'a 1.0.0',
    'b 2.0.0',
  ],
  'Cargo.lock': [toml, 'a 1.0.0', 'b 2.0.0', 'c 3.0.0'],
  'go.mod': [
    'module m\n\ngo 1.21\n\ntoolchain go1.22.0\n\nrequire x.com/a v1.0.0\n\nrequire (\n\tx.com/b v2.0.0\n\tx.com/c v3.0.0 // indirect\n)\n\nreplace x.com/c => x.com/d v4.0.0\n\nexclude x.com/e v1.0.0\n',
    'x.com/a v1.0.0',
    'x.com/b v2.0.0',
    'x.com/d v4.0.0',
  ],
  'go.sum': [
    'x.com/a v1.0.0 h1:x=\nx.com/a v1.0.0/go.mod h1:y=\nx.com/b v2.0.0 h1:x=\nx.com/b v2.0.0/go.mod h1:z=\n',
    'x.com/a v1.0.0',
    'x.com/b v2.0.0',
  ],
  'Gemfile.lock': [
    'PATH\n  remote: .\n  specs:\n    own (0.1.0)\n      a (>= 1)\n\nGIT\n  remote: https://x/c.git\n  revision: abc\n  branch: main\n  specs:\n    c (3.0.0)\n\nGEM\n  remote: https://x/\n  specs:\n    a (1.0.0)\n      b\n    b (2.0.0)\n\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  own!\n\nCHECKSUMS\n  a (1.0.0) sha256=aa\n\nBUNDLED WITH\n   2.6.2\n',
    'c 3.0.0',
    'a 1.0.0',
    'b 2.0.0',
  ],
  'composer.lock': [
    json({ packages: [{ name: 'v/a', version: '1.0.0' }], 'packages-dev': [{ name: 'v/b', version: 'v2' }] }),
    'v/a 1.0.0',
    'v/b v2',
  ],
  'packages.lock.json': [
    json({ version: 1, dependencies: { net8: { A: { type: 'Direct', resolved: '1.0.0' } } } }),
    'A 1.0.0',
  ],
  'gradle.lockfile': [gradle, 'a:b 1.0', 'c:d 2.0'],
  'buildscript-gradle.lockfile': [gradle, 'a:b 1.0', 'c:d 2.0'],
  'pubspec.lock': [
    `# Generated by pub\npackages:\n  a:\n    dependency: "direct main"\n    description:\n      name: a\n      sha256: ${hex}\n      url: "https://pub.dev"\n    source: hosted\n    version: "1.0.0"\n  b:\n    dependency: transitive\n    source: hosted\n    version: "2.0.0"\nsdks:\n  dart: ">=3.0.0"\n`,
    'a 1.0.0',
    'b 2.0.0',
  ],
  'mix.lock': [
    `%{\n  "a": {:hex, :a, "1.0.0", "${hex}", [:mix], [], "hexpm", "b"},\n  "b": {:hex, :b, "2.0.0", "${hex}", [:mix], [], "hexpm", "b"},\n}\n`,
    'a 1.0.0',
    'b 2.0.0',
  ],
  'Package.resolved': [
    json({
      version: 2,
      pins: [
        { location: 'https://x.example/a.git', state: { version: '1.0.0', revision: 'ab' } },
        { location: 'https://x.example/b', state: { version: '2.0.0', revision: 'cd' } },
      ],
    }),
    'x.example/a 1.0.0',
    'x.example/b 2.0.0',
  ],
}

const said = (path: string, text: string) => {
  const read = readLock(path, text, new Map())
  if (typeof read !== 'object') return { isWhole: read === undefined, names: [] }
  const used = read.filter(({ isAside }) => !isAside)
  return {
    isWhole: used.every(({ name, version }) => name !== '' && version !== ''),
    names: used.map(({ name, version }) => `${name} ${version}`),
  }
}

test('each reader has a sample, except for locks that are listed as unread', () => {
  const without = Object.keys(lockReaders).filter((name) => !samples[name])
  expect(without).toEqual(['bun.lockb', 'packages.config'])
})

const each = Object.entries(samples)
test.each(each)('%s names the packages of its sample, with either end of line', (path, [text, ...packages]) => {
  expect(said(path, text)).toEqual({ isWhole: true, names: packages })
  expect(said(path, text.replaceAll('\n', '\r\n'))).toEqual({ isWhole: true, names: packages })
})

/** A file that names fewer packages says that it is not whole. */
const expectNoSilence = (path: string, text: string, packages: readonly string[]) => {
  const { isWhole, names } = said(path, text)
  expect({ text, isSilent: isWhole && names.length < packages.length }).toEqual({ text, isSilent: false })
}
const nonsense = fc
  .tuple(
    fc.constantFrom('', ' ', '  ', '    ', '      ', '\t'),
    fc.stringMatching(/^[%=<!~][%=a-z@:./(){}[\]"<>!\\-]{0,20}$/),
  )
  .map(([before, text]) => before + text)

test.each(each)(
  '%s never loses a package in silence if a line is replaced by nonsense',
  (path, [text, ...packages]) => {
    const lines = text.split('\n')
    fc.assert(
      fc.property(fc.nat(lines.length - 1), nonsense, (at, odd) =>
        expectNoSilence(path, lines.with(at, odd).join('\n'), packages),
      ),
      { numRuns: lengthOf({ daily: 100, soak: 3_000 }) },
    )
  },
)

test.each(each.filter(([, [text]]) => text.startsWith('{')))(
  '%s never loses a package in silence where a value is of another kind',
  (path, [text, ...packages]) => {
    const replaced = (lock: unknown, odd: unknown): unknown[] =>
      typeof lock !== 'object' || lock === null
        ? []
        : Object.entries(lock).flatMap(([key, value]) => {
            const put = (one: unknown) => (Array.isArray(lock) ? lock.with(Number(key), one) : { ...lock, [key]: one })
            return [put(odd), ...replaced(value, odd).map(put)]
          })
    const lock: unknown = JSON.parse(text.replaceAll(/,(?=\s*[}\]])/g, ''))
    for (const odd of [1, 'odd', true, ['odd'], { odd: 1 }])
      for (const one of replaced(lock, odd)) expectNoSilence(path, JSON.stringify(one), packages)
  },
)
