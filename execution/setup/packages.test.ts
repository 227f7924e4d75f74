import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedPackages } from './packages.ts'

const read = (path: string, text: string) =>
  changedPackages(new Map(), new Map([[path, text]])).changes.map(({ name, after }) => `${name} ${after.join(' ')}`)

test.each([
  [
    'package-lock.json',
    '{"packages":{"":{},"packages/own":{"version":"0.1.0"},"node_modules/own":{"link":true},"node_modules/a":{"version":"1.0.0"},"node_modules/b/node_modules/@s/c":{"version":"2.0.0"},"node_modules/alias":{"name":"real","version":"3.0.0"}}}',
    ['a 1.0.0', '@s/c 2.0.0', 'real 3.0.0'],
  ],
  [
    'package-lock.json',
    '{"dependencies":{"a":{"version":"1.0.0","dependencies":{"b":{"version":"2.0.0"}}}}}',
    ['a 1.0.0', 'b 2.0.0'],
  ],
  [
    'pnpm-lock.yaml',
    "importers:\n\n  .:\n    dependencies:\n      a:\n        version: 1.0.0\n\npackages:\n\n  a@1.0.0:\n    resolution: {integrity: x}\n\n  '@s/c@2.0.0':\n    resolution: {}\n\nsnapshots:\n\n  z@9.0.0: {}\n",
    ['a 1.0.0', '@s/c 2.0.0'],
  ],
  ['pnpm-lock.yaml', 'packages:\n\n  /a@1.0.0(b@2.0.0):\n    dev: true\n', ['a 1.0.0']],
  ['pnpm-lock.yaml', 'lockfileVersion: 5.4\n\npackages:\n\n  /@s/c/2.0.0_x:\n    dev: true\n', ['@s/c 2.0.0']],
  [
    'yarn.lock',
    '# yarn lockfile v1\n\n"@s/c@^2.0.0", "@s/c@~2.0":\n  version "2.0.1"\n  resolved "https://x"\n\na@1:\n  version "1.0.0"\n',
    ['@s/c 2.0.1', 'a 1.0.0'],
  ],
  [
    'yarn.lock',
    '__metadata:\n  version: 8\n\n"a@npm:^1.0.0, a@npm:1":\n  version: 1.0.0\n\n"own@workspace:.":\n  version: 0.0.0-use.local\n',
    ['a 1.0.0'],
  ],
  [
    'bun.lock',
    '{\n  "packages": {\n    "a": ["a@1.0.0", "", {}, "x"],\n    "@s/c": ["@s/c@2.0.0", ""],\n  }\n}',
    ['a 1.0.0', '@s/c 2.0.0'],
  ],
  [
    'requirements.txt',
    `# x\nA_b==1.0${` --hash=sha256:${'a'.repeat(64)}`.repeat(90)}\nc[d]>=2 ; python_version < "3"\n-r more.txt\ne\n`,
    ['a-b 1.0', 'c >=2', 'e *'],
  ],
  [
    'Cargo.lock',
    'version = 3\n\n[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "registry+https://x"\n\n[[package]]\nname = "own"\nversion = "2.0.0"\n',
    ['a 1.0.0'],
  ],
  ['poetry.lock', '[[package]]\nname = "a"\nversion = "1.0"\n\n[package.dependencies]\nname = "no"\n', ['a 1.0']],
  ['uv.lock', '[[package]]\nname = "a"\nversion = "1.0"\nsource = { registry = "x" }\n', ['a 1.0']],
  [
    'go.sum',
    'example.com/a v1.0.0 h1:x=\nexample.com/a v1.0.0/go.mod h1:y=\nexample.com/b v0.1.0/go.mod h1:z=\n',
    ['example.com/a v1.0.0'],
  ],
  [
    'Gemfile.lock',
    'PATH\n  remote: .\n  specs:\n    own (0.1.0)\n\nGEM\n  remote: https://x/\n  specs:\n    a (1.0.0)\n      b (>= 1)\n    b (2.0.0-x86_64-linux)\n\nDEPENDENCIES\n  a\n',
    ['a 1.0.0', 'b 2.0.0-x86_64-linux'],
  ],
  [
    'composer.lock',
    '{"packages":[{"name":"v/a","version":"1.0.0"}],"packages-dev":[{"name":"v/b","version":"v2"}]}',
    ['v/a 1.0.0', 'v/b v2'],
  ],
  ['notes.txt', 'a==1\n', []],
])('%s names its packages', (path, text, expected) => expect(read(path, text)).toEqual(expected.toSorted()))

describe('changed packages', () => {
  const lock = (packages: Readonly<Record<string, string>>) =>
    new Map([
      [
        'package-lock.json',
        JSON.stringify({
          packages: Object.fromEntries(
            Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version }]),
          ),
        }),
      ],
    ])

  test('are added, removed or changed', () => {
    const { changes } = changedPackages(lock({ a: '1', b: '1', c: '1' }), lock({ b: '2', c: '1', d: '1' }))
    expect(changes.map(({ name, kind, before, after }) => [name, kind, before, after])).toEqual([
      ['a', 'removed', ['1'], []],
      ['b', 'changed', ['1'], ['2']],
      ['d', 'added', [], ['1']],
    ])
  })

  test('are empty between a state and itself, and swap with the states', () => {
    const versions = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => !name.includes('/')),
      fc.string(),
    )
    fc.assert(
      fc.property(versions, versions, (one, other) => {
        const before = lock(one)
        const after = lock(other)
        expect(changedPackages(before, before).changes).toEqual([])
        const mirrored = { added: 'removed', removed: 'added', changed: 'changed' } as const
        const forth = changedPackages(before, after).changes.map(({ name, kind }) => [name, kind])
        const back = changedPackages(after, before).changes.map(({ name, kind }) => [name, mirrored[kind]])
        expect(forth).toEqual(back)
      }),
    )
  })

  test('of many packages are cut, and marked as cut', () => {
    const many = Object.fromEntries(Array.from({ length: 1_200 }, (_, at) => [`p${at}`, '1']))
    const { changes, truncated } = changedPackages(new Map(), lock(many))
    expect([changes.length, truncated]).toEqual([1_000, true])
  })
})

test('lock files of any content are read', () => {
  const names = ['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'requirements.txt', 'Cargo.lock']
  const more = ['go.sum', 'Gemfile.lock', 'composer.lock']
  fc.assert(
    fc.property(fc.constantFrom(...names, ...more), fc.oneof(fc.string(), fc.json()), (path, text) => {
      const { changes } = changedPackages(new Map(), new Map([[path, text]]))
      for (const { name, after } of changes) expect(name.length * after.length).toBeGreaterThan(0)
    }),
  )
})

// Each is what a pattern that backtracks would need ages for.
test.each([
  ['yarn.lock', `"${'a@'.repeat(200_000)}`],
  ['pnpm-lock.yaml', `packages:\n  ${'a/'.repeat(200_000)}\n`],
  ['requirements.txt', `a${' '.repeat(400_000)}x`],
  ['requirements.txt', 'a'.repeat(400_000)],
  ['Gemfile.lock', `    ${'a'.repeat(400_000)} (`],
  ['Cargo.lock', '[[package]]\n'.repeat(30_000)],
  ['package-lock.json', `{"dependencies":${'{"a":{"dependencies":'.repeat(1_000)}{}${'}}'.repeat(1_000)}}`],
])('a hostile %s is read in time that grows with its size', (path, text) => {
  expect(read(path, text).length).toBeLessThan(200)
})
