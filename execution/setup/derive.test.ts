import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveSetup, setupFilesAmong, type SetupPlan } from './derive.ts'

const day = '2026-03-04'
const at = { day, node: { machine: '24.21.0' } }
const json = (value: unknown) => JSON.stringify(value)
const files = (given: Readonly<Record<string, string>>) => new Map(Object.entries(given))
const planOf = (given: Readonly<Record<string, string>>): SetupPlan => deriveSetup(files(given), at)!

const npmLock = (one: object = {}) =>
  json({ lockfileVersion: 3, packages: { '': {}, 'node_modules/tiny': { version: '1.0.0', ...one } } })

const projects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  npm: { 'package.json': '{}', 'package-lock.json': npmLock() },
  pnpm: { 'package.json': '{}', 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n", 'package-lock.json': npmLock() },
  yarn: { 'package.json': '{}', 'yarn.lock': '__metadata:\n  version: 8\n' },
  bun: { 'package.json': '{}', 'bun.lock': '{}' },
  pip: { 'requirements.txt': 'tiny==1.0\n' },
  uv: { 'pyproject.toml': '', 'uv.lock': 'version = 1\n', 'requirements.txt': 'left==1\n' },
  poetry: { 'pyproject.toml': '', 'poetry.lock': '' },
  cargo: { 'Cargo.toml': '', 'Cargo.lock': '[[package]]\nname = "tiny"\nsource = "registry+x"\n' },
  go: { 'go.mod': '', 'go.sum': 'example.com/tiny v1.0.0 h1:x=\n' },
  bundler: { Gemfile: 'system "rm"', 'Gemfile.lock': 'GEM\n  specs:\n    tiny (1.0.0)\n    big (2.1-x86_64-linux)\n' },
  composer: { 'composer.json': '{}', 'composer.lock': '{}' },
  maven: { 'pom.xml': '<project/>' },
  gradle: { gradlew: '', 'gradle/wrapper/gradle-wrapper.properties': '', 'build.gradle.kts': '' },
}

test.each(Object.keys(projects))('%s is derived from its lock file', (name) => {
  expect(planOf(projects[name]!).managers).toEqual([name])
})

// Each row: what switches the repository's code off while its packages are fetched.
test.each([
  ['npm', /npm ci --ignore-scripts/],
  ['pnpm', /pnpm fetch --ignore-scripts --ignore-pnpmfile/],
  ['yarn', /--mode=skip-build; else .*--ignore-scripts/],
  ['bun', /--frozen-lockfile --ignore-scripts/],
  ['pip', /pip download --only-binary=:all:/],
  ['uv', /--frozen --no-install-workspace --no-build/],
  ['poetry', /pip download --only-binary=:all:/],
  ['cargo', /cargo fetch --locked/],
  ['go', /go mod download/],
  ['bundler', /gem fetch/],
  ['composer', /--no-scripts --no-plugins/],
  ['maven', /-Dmaven\.antrun\.skip=true -Dexec\.skip=true/],
])('the fetch of %s runs no script', (name, command) => {
  expect(planOf(projects[name]!).fetch!.command).toMatch(command)
})

describe('the fetch sees manifests and lock files alone', () => {
  const tree = [
    'index.js',
    'setup.py',
    '.pnpmfile.cjs',
    '.yarnrc.yml',
    '.yarn/plugins/a.cjs',
    '.cargo/config.toml',
    'Gemfile',
    '.mvn/extensions.xml',
    'mvnw',
    'composer.phar',
    'bunfig.toml',
    'src/lib.rs',
    'build.rs',
    'conftest.py',
    'package.json',
    'node_modules/a/package.json',
    'packages/a/package.json',
  ]

  test('programs that package managers load are not among its files, except programs that are read and not shown', () => {
    expect(setupFilesAmong(tree)).toEqual(['setup.py', 'Gemfile', 'package.json', 'packages/a/package.json'])
  })

  test('the fetch of people sees no program that was read, and no workflow', () => {
    const given = { 'setup.py': '', Gemfile: '', 'a.gemspec': '', '.github/workflows/ci.yml': '', 'package.json': '{}' }
    const { files: shown } = deriveSetup(files(given), at, { fetch: 'true' })!
    expect([...shown.keys()]).toEqual(['package.json'])
  })

  test('a Gemfile without a lock file is replaced by the gems that it names', () => {
    const { files: shown, resolvedOn } = planOf({ Gemfile: "system 'rm'\ngem 'tiny', '~> 1'\n" })
    expect(resolvedOn).toBe(day)
    expect([...shown]).toEqual([['Gemfile', "source ENV.fetch('ATELIER_GEMS')\ngem 'tiny', '~> 1'\n"]])
  })

  test('a composer.json without a lock file is resolved unless it names neither packages nor classes', () => {
    const plan = planOf({ 'composer.json': '{"require-dev":{"phpunit/phpunit":"9"}}' })
    expect([plan.managers, plan.resolvedOn]).toEqual([['composer'], day])
    expect(plan.fetch!.command).toMatch(/composer update --no-scripts --no-plugins --no-autoloader/)
    expect(planOf({ 'composer.json': '{"require":{"php":">=8","ext-json":"*"}}' })).toBeUndefined()
  })

  test('requirements of manifests that requirements.txt does not name are fetched beside it', () => {
    const manifests = {
      'tox.ini': '[testenv]\ndeps = pytest\n',
      'setup.cfg': '[options]\ninstall_requires =\n  tiny\n',
    }
    const { files: shown } = planOf({ 'requirements.txt': 'Tiny==1.0\n', 'setup.py': '', ...manifests })
    expect([...shown]).toEqual([
      ['requirements.txt', 'Tiny==1.0\n'],
      ['requirements-and-tests.txt', '-r requirements.txt\npytest\n'],
    ])
    const hashed = planOf({ 'requirements.txt': 'tiny==1.0 --hash=sha256:a\n', ...manifests })
    expect([...hashed.files.keys()]).toEqual(['requirements.txt'])
  })

  test('the part of uv.lock and poetry.lock that pip can take is shown to the fetch beside it', () => {
    const lock = `[[package]]\nname = "shop"\nsource = { virtual = "." }\n`
    expect([...planOf({ ...projects.uv, 'uv.lock': lock }).files.keys()]).toContain('locked-requirements.txt')
    expect([...planOf(projects.uv!).files.keys()]).toEqual(['pyproject.toml', 'uv.lock'])
    expect([...planOf(projects.poetry!).files.keys()]).toEqual(['pyproject.toml', 'poetry.lock'])
  })

  test('a project of two managers shows the fetch what both need', () => {
    const both = planOf({ ...projects.npm, ...projects.pip, 'pom.txt': 'x' })
    expect(both.managers).toEqual(['npm', 'pip'])
    expect([...both.files.keys()].sort()).toEqual(['package-lock.json', 'package.json', 'requirements.txt'])
    expect(both.ecosystems).toEqual(['npm', 'pypi'])
  })

  test('a Gemfile, which is a program, is replaced by the gems of its lock file', () => {
    expect([...planOf(projects.bundler!).files]).toEqual([['gems.txt', 'tiny 1.0.0\nbig 2.1\n']])
  })

  test('folders of the repository wait for the install of pip', () => {
    const { files: shown } = planOf({
      'requirements.txt': '-e .\n./libs/own\ntiny==1.0 \\\n  --hash=sha256:a\n.[dev]\n',
    })
    expect(shown.get('requirements.txt')!.trim()).toBe('tiny==1.0    --hash=sha256:a')
  })
})

describe('the install of npm', () => {
  const runs = (given: Readonly<Record<string, string>>) => {
    const { runsCode, install } = planOf(given)
    expect(install.command.includes('--ignore-scripts')).toBe(!runsCode)
    return runsCode
  }

  test('runs no script if no package has one', () => expect(runs(projects.npm!)).toBe(false))

  test.each([
    ['a package with an install script', { 'package-lock.json': npmLock({ hasInstallScript: true }) }],
    ['a package that is a file of the repository', { 'package-lock.json': npmLock({ resolved: 'file:a.tgz' }) }],
    ['a lock file of the first version', { 'package-lock.json': json({ dependencies: { tiny: {} } }) }],
    ['a manifest with a script', { 'package.json': json({ scripts: { prepare: 'node make.js' } }) }],
    ['a workspace with a script', { 'packages/a/package.json': json({ scripts: { postinstall: 'x' } }) }],
    ['a manifest that cannot be read', { 'packages/a/package.json': '{' }],
    ['a native package of its own', { 'binding.gyp': '{}' }],
  ])('runs scripts for %s', (_, change) => expect(runs({ ...projects.npm, ...change })).toBe(true))
})

test.each([
  ['a project without a lock file', { 'package.json': '{}' }],
  ['a lock file without packages', { 'package.json': '{}', 'package-lock.json': json({ packages: { '': {} } }) }],
  ['an empty lock file', { 'package.json': '{}', 'package-lock.json': '{ "lockfileVersion": 3 }\n' }],
  ['requirements of the repository alone', { 'requirements.txt': '# own\n-e .\n' }],
  ['modules that lie in the repository', { ...projects.go, 'vendor/modules.txt': '' }],
])('%s needs no setup', (_, given) => expect(deriveSetup(files(given), at)).toBeUndefined())

test.each(['tiny @ https://example.com/tiny.tar.gz', 'git+https://example.com/tiny', 'https://example.com/a.zip'])(
  'requirements with the address %s are refused',
  (line) => expect(planOf({ 'requirements.txt': `${line}\n` }).refused).toMatch('names a package by an address'),
)

describe('commands of the project’s own', () => {
  test('an empty setup switches setup off', () => {
    expect(deriveSetup(files(projects.npm!), at, { setup: '' })).toBeUndefined()
  })

  test('a setup takes the place of the install, after the fetch that was derived', () => {
    const plan = deriveSetup(files(projects.npm!), at, { setup: 'make ready' })!
    expect(plan.fetch!.command).toMatch('npm ci --ignore-scripts')
    expect(plan.install.command).toMatch(/npm_config_offline=true[^]*\nmake ready$/)
    expect(plan).toMatchObject({ runsCode: true, isOwn: true })
  })

  test.each([{ setup: 'npm ci && npx nodemon a.js' }, { fetch: 'make get --watch' }])(
    '%j watches: it is refused',
    (own) => {
      expect(deriveSetup(files(projects.npm!), at, own)!.refused).toMatch('watches files and would never end')
    },
  )

  test('a fetch takes the place of the derived one, and sees what any package manager would', () => {
    const plan = deriveSetup(files({ 'pom.xml': '', 'package.json': '{}' }), at, { fetch: 'get it' })!
    expect(plan.fetch!.command).toBe('get it')
    expect([...plan.files.keys()]).toEqual(['pom.xml', 'package.json'])
  })
})

describe('a Node project without a lock file', () => {
  const manifest = (more: object) => ({ 'package.json': json({ dependencies: { tiny: '^1.0.0' }, ...more }) })

  test('is resolved from its manifests, as of a day, and its lock file never stays in the tree', () => {
    const plan = planOf(manifest({}))
    expect(plan).toMatchObject({ managers: ['npm'], resolvedOn: day, runsCode: true })
    expect(plan.fetch!.command).toMatch(/npm install --package-lock-only --ignore-scripts && .*npm ci --ignore-scripts/)
    expect(plan.fetch!.environment).toMatchObject({
      npm_config_before: '2026-03-04T00:00:00Z',
      ATELIER_RESOLVED_ON: day,
    })
    expect(plan.install.command).toContain("trap 'rm -f package-lock.json' EXIT")
    expect(plan.fetch!.command).toContain('>"$SETUP_CACHE/npm-registry"')
  })

  test('differs from one with a lock file, which has no day', () => {
    expect(planOf(projects.npm!)).not.toHaveProperty('resolvedOn')
    expect(planOf(projects.npm!).fetch!.environment).not.toHaveProperty('ATELIER_RESOLVED_ON')
  })

  test('asks for packages also only by its workspaces', () => {
    const root = { 'package.json': json({ workspaces: ['packages/*'] }) }
    expect(planOf({ ...root, 'packages/a/package.json': json({ devDependencies: { tiny: '1' } }) }).managers).toEqual([
      'npm',
    ])
  })

  test.each([
    'github:acme/tiny',
    'acme/tiny#main',
    'git+ssh://git@example.com/tiny.git',
    'https://example.com/tiny.tgz',
    'file:tiny.tgz',
  ])('with a package from %s is refused by name', (range) => {
    const { refused } = planOf(manifest({ devDependencies: { odd: range } }))
    expect(refused).toMatch(/^The repository has no lock file, and package\.json takes “odd” from /)
  })

  test('with a secret in such an address has it nowhere in the refusal', () => {
    const { refused } = planOf(manifest({ dependencies: { odd: 'https://me:s3cret@example.com/odd.tgz' } }))
    expect(refused).toContain('https://example.com/odd.tgz')
  })

  test('does without such a package if the project has a setup of its own', () => {
    const plan = deriveSetup(files(manifest({ dependencies: { odd: 'acme/odd' } })), at, { setup: 'make ready' })!
    expect(plan).toMatchObject({ managers: [], fetch: undefined })
    expect(plan).not.toHaveProperty('refused')
  })

  test('ignores requests of manifests outside of its workspaces, such as fixtures', () => {
    const fixture = { 'test/fixtures/a/package.json': json({ dependencies: { odd: 'acme/odd' } }) }
    expect(planOf({ ...manifest({ workspaces: ['packages/**'] }), ...fixture })).not.toHaveProperty('refused')
    const member = { 'packages/deep/a/package.json': json({ dependencies: { odd: 'acme/odd' } }) }
    expect(planOf({ ...manifest({ workspaces: ['./packages/**/'] }), ...member }).refused).toContain('packages/deep/a')
  })
})

describe('other projects without a lock file', () => {
  test('of Python show the fetch only their requirements, as they were read', () => {
    const plan = planOf({ 'setup.py': "setup(install_requires=['six>=1'])", 'tox.ini': 'commands = pytest' })
    expect(plan).toMatchObject({ managers: ['pip'], resolvedOn: day })
    expect([...plan.files]).toEqual([['requirements.txt', 'six>=1\npytest\n']])
  })

  test('of Python with a setup.py that computes its requirements are refused in a sentence', () => {
    expect(planOf({ 'setup.py': 'setup(install_requires=find())' }).refused).toMatch('never runs with a network')
  })

  test('no fetch sees a setup.py, also where its command is of the project’s own', () => {
    const plan = deriveSetup(files({ 'setup.py': 'setup()', 'pyproject.toml': '' }), at, { fetch: 'get it' })!
    expect([...plan.files.keys()]).toEqual(['pyproject.toml'])
  })

  test('of Cargo are resolved without the targets that the manifest names', () => {
    const manifest =
      '[package]\nname = "a"\n[dev-dependencies]\ntiny = "1"\n[[bench]]\nname = "b"\n[features]\nx = []\n'
    const plan = planOf({ 'Cargo.toml': manifest })
    expect(plan.fetch!.command).toMatch(/cargo generate-lockfile && cargo fetch --locked$/)
    expect(plan.files.get('Cargo.toml')).toBe(manifest.replace('[[bench]]\nname = "b"\n', ''))
  })

  test('of Go take their versions from go.mod, with sums outside of the tree', () => {
    const plan = planOf({ 'go.mod': 'module a\n\nrequire example.com/tiny v1.0.0\n' })
    expect(plan.fetch!.command).toMatch('go mod download all')
    expect(plan.later.GOFLAGS).toBe('-mod=readonly -modfile={packages}/go/go.mod')
  })

  test.each([
    ['Cargo', { 'Cargo.toml': '[package]\nname = "a"\n' }],
    ['Go', { 'go.mod': 'module a\n\ngo 1.19\n' }],
    ['Python', { 'pyproject.toml': '[tool.ruff]\n' }],
  ])('of %s that ask for nothing need no setup', (_, given) => expect(deriveSetup(files(given), at)).toBeUndefined())
})

describe('programs that the machine may lack', () => {
  const toolsOf = (given: Readonly<Record<string, string>>) => planOf(given).fetch!.command
  const pnpmLock = (format: string) => ({ 'package.json': '{}', 'pnpm-lock.yaml': `lockfileVersion: ${format}\n` })
  const yarnLock = (format: string) => ({ 'package.json': '{}', 'yarn.lock': `__metadata:\n  version: ${format}\n` })

  test.each([
    ['pnpm-lock.yaml of format 9.0', pnpmLock("'9.0'"), 'pnpm@10'],
    ['pnpm-lock.yaml of format 6.0', pnpmLock("'6.0'"), 'pnpm@8'],
    ['pnpm-lock.yaml of format 5.4', pnpmLock('5.4'), 'pnpm@7'],
    [
      'packageManager',
      { ...pnpmLock("'9.0'"), 'package.json': json({ packageManager: 'pnpm@9.12.3+sha512.a' }) },
      'pnpm@9.12.3',
    ],
    ['yarn.lock of format 8', yarnLock('8'), '@yarnpkg/cli-dist@4'],
    ['yarn.lock of format 6', yarnLock('6'), '@yarnpkg/cli-dist@3'],
    ['yarn.lock of Yarn 1', { 'package.json': '{}', 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn@1.22.22'],
  ])('by %s come as %s', (_, given, name) => {
    expect(toolsOf(given)).toContain(` ${name} && for one in`)
    expect(toolsOf(given)).toContain('npm install --save --no-package-lock --ignore-scripts')
  })

  test('are the first on the path of the install, and none is fetched if the machine’s do', () => {
    expect(planOf(pnpmLock("'9.0'")).install.command).toContain('PATH="$SETUP_CACHE/tools/bin:$PATH"')
    expect(planOf(projects.npm!).install.command).not.toContain('tools')
    expect(toolsOf(projects.npm!)).not.toContain('tools')
  })

  test('include another Node, with an npm that runs on it', () => {
    const old = { ...projects.npm!, 'package.json': json({ engines: { node: '^18' } }) }
    expect(toolsOf(old)).toContain('"node-linux-$arch@18" npm@10')
    expect(toolsOf({ ...projects.npm!, '.nvmrc': '22' })).toContain('"node-linux-$arch@22" && for one in')
  })

  test('include the Node that people ask for before that of the repository, also without packages', () => {
    const requested = { day, node: { machine: '24.21.0', requested: '20.1.0' } }
    const fetchOf = (given: Readonly<Record<string, string>>) => deriveSetup(files(given), requested)?.fetch?.command
    const given: readonly Readonly<Record<string, string>>[] = [
      { ...projects.npm, '.nvmrc': '22' },
      { 'go.mod': '' },
      {},
    ]
    for (const one of given) {
      expect(fetchOf(one)).toContain('"node-linux-$arch@20.1.0" && for one in')
      expect(fetchOf(one)).toContain('exit 1')
    }
    expect(deriveSetup(new Map(), { day, node: { machine: '24.21.0', requested: '24' } })).toBeUndefined()
    expect(deriveSetup(new Map(), requested, { setup: '' })).toBeUndefined()
    const own = deriveSetup(new Map(), requested, { fetch: 'get it', setup: 'make ready' })!
    expect(own.fetch!.command).toMatch(/node-linux-\$arch@20\.1\.0[^]*\nget it$/)
    expect(own.install.command).toMatch(/tools\/bin[^]*make ready$/)
    const unknown = deriveSetup(new Map(), { day, node: { machine: '24.21.0', requested: 'python 3' } })!
    expect(unknown.refused).toMatch(/no version of Node from 14 to 40/)
  })

  test('never have a text of the repository in their commands beside a version', () => {
    const odd = {
      ...pnpmLock("'9.0'"),
      'package.json': json({ packageManager: 'pnpm@9.0.0; rm -rf /' }),
      '.nvmrc': '20; x',
    }
    expect(toolsOf(odd)).not.toMatch(/rm -rf|; x/)
  })

  test.each(['pnpm', 'yarn', 'bun', 'npm'])(
    '%s resolves on its own if packageManager names it and no lock file does',
    (name) => {
      const plan = planOf({ 'package.json': json({ packageManager: `${name}@1.2.3`, dependencies: { tiny: '1' } }) })
      expect(plan).toMatchObject({ managers: [name], resolvedOn: day })
    },
  )

  test('a pnpm workspace without a lock file is resolved by pnpm', () => {
    const given = {
      'package.json': json({ private: true }),
      'pnpm-workspace.yaml': 'packages: [\'packages/*\', "apps/*"] # all\n',
      'packages/a/package.json': json({ dependencies: { odd: 'acme/odd' } }),
    }
    expect(planOf(given)).toMatchObject({
      managers: ['pnpm'],
      refused: expect.stringContaining('packages/a') as string,
    })
  })
})

test('files of any content are derived from, or nothing is', () => {
  const names = [...new Set(Object.values(projects).flatMap((project) => Object.keys(project)))]
  const project = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.json()))
  fc.assert(
    fc.property(project, (given) => {
      const plan = deriveSetup(files(given), at)
      // Unreadable files are never a reason to leave scripts out and to share the result.
      if (plan?.managers.includes('pnpm')) expect(plan.runsCode).toBe(true)
      expect(plan?.fetch?.command).not.toBe('')
    }),
  )
})

test('a Python package without requirements is found by its tests, and nothing is fetched for it', () => {
  const plan = planOf({ 'pyproject.toml': '[project]\nname = "a"\n' })
  expect([plan.managers, plan.resolvedOn]).toEqual([['python'], undefined])
  expect(plan.fetch!.command).not.toContain('pip')
  expect(plan.later).toEqual({ PYTHONPATH: '{tree}/src:{tree}:{packages}/python' })
  expect(planOf({ 'pyproject.toml': '[project]\ndependencies = ["b"]\n' }).managers).toEqual(['pip'])
})

test('a setup leaves out the packages of ecosystems that its caller does not need', () => {
  const both = files({ ...projects.npm!, 'requirements.txt': 'tinysum==1.0.0\n' })
  expect(deriveSetup(both, at)!.managers).toEqual(['npm', 'pip'])
  expect(deriveSetup(both, at, { ecosystems: ['npm'] })!.managers).toEqual(['npm'])
  expect(deriveSetup(both, at, { ecosystems: ['crates'] })).toBeUndefined()
})
