import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lockedRequirements } from './python-locks.ts'

const hash = (digit: string) => `sha256:${digit.repeat(64)}`
const wheel = (digit: string) => `wheels = [{ url = "https://files.example/a.whl", hash = "${hash(digit)}", size = 1 }]`
const registry = 'source = { registry = "https://pypi.org/simple" }'
const named = (name: string, ...lines: readonly string[]) =>
  ['[[package]]', `name = "${name}"`, 'version = "1.0"', ...lines, ''].join('\n')
const uv = (...packages: readonly string[]) => lockedRequirements(new Map([['uv.lock', packages.join('\n')]]))

const shop = named(
  'shop',
  'source = { editable = "." }',
  'dependencies = [{ name = "tiny", marker = "sys_platform == \'linux\'" }, { name = "cov", extra = ["toml"] }]',
  '[package.dev-dependencies]',
  'dev = [{ name = "ruff" }]',
  'tests = [{ name = "pytest" }]',
)
const others = [
  named('tiny', registry, wheel('a')),
  named(
    'cov',
    registry,
    wheel('b'),
    '[package.optional-dependencies]',
    'toml = [{ name = "tomli", marker = "python_version < \'3.11\'" }]',
  ),
  named('tomli', registry, wheel('c')),
  named('pytest', registry, 'dependencies = [{ name = "tiny" }]', wheel('d')),
  named('ruff', registry, wheel('e')),
]

test('uv.lock lists the packages for the project, its tests and its linter, with markers and the hashes of wheels', () => {
  expect(uv(shop, ...others)).toEqual([
    `tiny==1.0 --hash=${hash('a')}`,
    `cov==1.0 --hash=${hash('b')}`,
    `pytest==1.0 --hash=${hash('d')}`,
    `ruff==1.0 --hash=${hash('e')}`,
    `tomli==1.0 ; python_version < '3.11' --hash=${hash('c')}`,
  ])
})

test('the group dev is taken if no group is only for tests, and markers of several ways are joined', () => {
  const own = (way: string) => `{ name = "tiny", marker = "${way}" }`
  const project = named(
    'shop',
    'source = { virtual = "." }',
    `dependencies = [${own("os_name == 'a'")}, ${own("os_name == 'b'")}]`,
    '[package.dev-dependencies]',
    'dev = [{ name = "ruff" }]',
  )
  expect(uv(project, ...others)).toEqual([
    `tiny==1.0 ; (os_name == 'a') or (os_name == 'b') --hash=${hash('a')}`,
    `ruff==1.0 --hash=${hash('e')}`,
  ])
})

test.each([
  ['a package of git', named('tiny', 'source = { git = "https://example.com/tiny" }')],
  ['a package without a wheel', named('tiny', registry)],
  ['a hash of another form', named('tiny', registry, 'wheels = [{ url = "x", hash = "md5:0" }]')],
  ['a package that is not in the lock file', ''],
])('pip cannot take %s', (_, tiny) => expect(uv(shop, tiny, ...others.slice(1))).toBeUndefined())

const poetry = (...packages: readonly string[]) =>
  lockedRequirements(new Map([['poetry.lock', [...packages, '[metadata]\nlock-version = "2.1"\n'].join('\n')]]))
const file = (digit: string) =>
  `files = [{ file = "a-1.0-py3-none-any.whl", hash = "${hash(digit)}" }, { file = "a-1.0.tar.gz", hash = "${hash('0')}" }]`

test('poetry.lock lists the packages in the groups that tests need', () => {
  const lines = poetry(
    named('tiny', 'optional = false', 'groups = ["main", "docs"]', 'markers = "os_name == \'posix\'"', file('a')),
    named('extra', 'optional = true', 'groups = ["main"]', file('b')),
    named('sphinx', 'optional = false', 'groups = ["docs"]', file('c')),
    named(
      'pytest',
      'optional = false',
      'groups = ["main", "test"]',
      file('d'),
      '[package.markers]',
      'main = "os_name == \'nt\'"',
    ),
  )
  expect(lines).toEqual([`tiny==1.0 ; os_name == 'posix' --hash=${hash('a')}`, `pytest==1.0 --hash=${hash('d')}`])
})

const older = (manifest: string, version: string, ...packages: readonly string[]) =>
  lockedRequirements(
    new Map([
      ['pyproject.toml', `[tool.poetry]\nname = "shop"\n${manifest}`],
      ['poetry.lock', [...packages, `[metadata]\nlock-version = "${version}"\n`].join('\n')],
    ]),
  )
const asks = (...lines: readonly string[]) => ['[package.dependencies]', ...lines].join('\n')

test('a poetry.lock from before Poetry 2 lists the packages that the manifest and its test group ask for', () => {
  const manifest = [
    '[tool.poetry.dependencies]',
    'python = "^3.8"',
    'Tiny_Sum = "^1.0"',
    'cov = { version = "*", extras = ["toml"], python = ">=3.9,<4.0" }',
    'extra = { version = "*", optional = true }',
    '[tool.poetry.group.test.dependencies]',
    'pytest = { version = "*", platform = "linux" }',
    '[tool.poetry.group.docs.dependencies]',
    'sphinx = "*"',
  ].join('\n')
  const lines = older(
    manifest,
    '2.0',
    named('tiny-sum', 'optional = false', file('a'), asks('typing = { version = "*", markers = "os_name == \'nt\'" }')),
    named(
      'cov',
      'optional = false',
      file('b'),
      asks('tomli = { version = "*", optional = true, markers = "extra == \'toml\'" }'),
      '[package.extras]',
      'toml = ["tomli (>=1)"]',
    ),
    named('extra', 'optional = true', file('c')),
    named('pytest', 'optional = false', file('d'), asks('Tiny-Sum = "*"')),
    named('sphinx', 'optional = false', file('e')),
    named('tomli', 'optional = true', file('f')),
    named('typing', 'optional = false', file('1')),
  )
  expect(lines).toEqual([
    `tiny-sum==1.0 --hash=${hash('a')}`,
    `cov==1.0 ; (python_version >= '3.9') and (python_version < '4.0') --hash=${hash('b')}`,
    `pytest==1.0 ; sys_platform == 'linux' --hash=${hash('d')}`,
    `typing==1.0 ; os_name == 'nt' --hash=${hash('1')}`,
    `tomli==1.0 ; (python_version >= '3.9') and (python_version < '4.0') --hash=${hash('f')}`,
  ])
})

const tiny = '[tool.poetry.dependencies]\ntiny = "*"\n[tool.poetry.dev-dependencies]\nruff = "*"\n'

test('the files of a poetry.lock of Poetry 1.4 and before are in its metadata', () => {
  const lock = [named('tiny', 'category = "main"'), named('ruff', 'category = "dev"')]
  const files = `[metadata.files]\n${['tiny', 'ruff'].map((name) => file('a').replace('files', name)).join('\n')}\n`
  expect(older(tiny, '1.1', ...lock)).toBeUndefined()
  const text = [...lock, '[metadata]\nlock-version = "1.1"\n', files].join('\n')
  const manifest = `[tool.poetry]\nname = "shop"\n${tiny}`
  expect(
    lockedRequirements(
      new Map([
        ['pyproject.toml', manifest],
        ['poetry.lock', text],
      ]),
    ),
  ).toEqual([`tiny==1.0 --hash=${hash('a')}`, `ruff==1.0 --hash=${hash('a')}`])
})

test.each([
  ['a manifest without the tables of Poetry', '', [named('tiny', file('a'))]],
  ['a package in two versions', tiny, [named('tiny', file('a')), named('tiny', file('b')), named('ruff', file('c'))]],
  [
    'a package of git',
    tiny,
    [named('tiny', file('a'), '[package.source]', 'type = "git"', 'url = "https://example.com/tiny"')],
  ],
] as const)('%s leaves an older poetry.lock to Poetry', (_, manifest, packages) =>
  expect(older(manifest, '2.0', ...packages)).toBeUndefined(),
)

test('no text of a lock file becomes an option or a second line of the requirements', () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), (name, marker) => {
      const text = JSON.stringify(marker)
      const lines = uv(
        named(
          'shop',
          'source = { virtual = "." }',
          `dependencies = [{ name = ${JSON.stringify(name)}, marker = ${text} }]`,
        ),
        `[[package]]\nname = ${JSON.stringify(name)}\nversion = "1"\n${registry}\n${wheel('a')}`,
      )
      for (const line of lines ?? [])
        expect(line).toMatch(/^[A-Za-z0-9][\w.-]*==1( ; [^\n-]*| )?(-?[^\n-]*)* ?--hash=sha256:a{64}$/)
    }),
  ))
