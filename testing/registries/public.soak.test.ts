import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicRegistries } from '../../execution/setup/index.ts'
import { isInstalled } from '../runner/programs.ts'
import { java, pom } from './java-files.ts'
import { rust, single, type ProgramFolders } from './programs-elsewhere.ts'
import { publicRelay } from './public-relay.ts'
import { tryFiles } from './tried-files.ts'

type Files = Readonly<Record<string, string>>

interface Project {
  readonly name: string
  readonly manager: string
  readonly files: Files
  readonly command: string
  readonly programs?: () => ProgramFolders
}

const [, pythonFiles] = publicRegistries.pypi
const odd = {
  'is-odd': {
    version: '3.0.1',
    integrity: 'sha512-CQpnWPrDwmP1+SMHXZhtLtJv90yiyVfluGsX5iNCVkrhQtU3TQHsUWPG9wkdk9Lgd5yNpAg9jQEo90CBaXgWMA==',
  },
  'is-number': {
    version: '6.0.0',
    integrity: 'sha512-Wu1VHeILBK8KAWJUAiSZQX94GmOE45Rg6/538fKwiloUu21KncEkYGPqob2oSZ5mUT73vLGrHQjKw3KMPwfDzg==',
  },
}
const oddPackage = (more: object = {}): Files => ({
  '.gitignore': 'node_modules\n',
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    private: true,
    dependencies: { 'is-odd': '^3.0.0' },
    ...more,
  }),
})
const oddCommand = `node -e "if (!require('is-odd')(3)) process.exit(1); console.log(process.version)"`
const npmLock = JSON.stringify({
  name: 'shop',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'shop', version: '1.0.0', dependencies: { 'is-odd': '^3.0.0' } },
    'node_modules/is-number': odd['is-number'],
    'node_modules/is-odd': { ...odd['is-odd'], dependencies: { 'is-number': '^6.0.0' } },
  },
})
const pnpmLock = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      is-odd:
        specifier: ^3.0.0
        version: 3.0.1

packages:

  is-number@6.0.0:
    resolution: {integrity: ${odd['is-number'].integrity}}
    engines: {node: '>=0.10.0'}

  is-odd@3.0.1:
    resolution: {integrity: ${odd['is-odd'].integrity}}
    engines: {node: '>=4'}

snapshots:

  is-number@6.0.0: {}

  is-odd@3.0.1:
    dependencies:
      is-number: 6.0.0
`
const yarnLock = `# yarn lockfile v1


is-number@^6.0.0:
  version "6.0.0"
  resolved "https://${publicRegistries.npm[1]}/is-number/-/is-number-6.0.0.tgz"
  integrity ${odd['is-number'].integrity}

is-odd@^3.0.0:
  version "3.0.1"
  resolved "https://${publicRegistries.npm[1]}/is-odd/-/is-odd-3.0.1.tgz"
  integrity ${odd['is-odd'].integrity}
  dependencies:
    is-number "^6.0.0"
`
const wheel = {
  url: `https://${pythonFiles}/packages/ef/a6/62565a6e1cf69e10f5727360368e451d4b7f58beeac6173dc9db836a5b46/iniconfig-2.0.0-py3-none-any.whl`,
  hash: 'sha256:b6a85871a79d2e3b22d2d1b94ac2824226a63c6b741c88f7ae975f18b6778374',
}
const iniCommand = `python3 -c "import iniconfig; print(iniconfig.__file__)"`
const pythonProject =
  '[project]\nname = "shop"\nversion = "1.0.0"\nrequires-python = ">=3.9"\ndependencies = ["iniconfig"]\n'
const uvLock = `version = 1
requires-python = ">=3.9"

[[package]]
name = "iniconfig"
version = "2.0.0"
source = { registry = "https://${publicRegistries.pypi[0]}/simple" }
wheels = [{ url = "${wheel.url}", hash = "${wheel.hash}", size = 5892 }]

[[package]]
name = "shop"
version = "1.0.0"
source = { virtual = "." }
dependencies = [{ name = "iniconfig" }]

[package.metadata]
requires-dist = [{ name = "iniconfig" }]
`
const poetryProject =
  '[tool.poetry]\nname = "shop"\nversion = "1.0.0"\ndescription = ""\nauthors = []\npackage-mode = false\n\n[tool.poetry.dependencies]\npython = ">=3.9"\niniconfig = "^2.0"\n'
const poetryLock = `[[package]]
name = "iniconfig"
version = "2.0.0"
description = ""
optional = false
python-versions = ">=3.7"
groups = ["main"]
files = [{file = "iniconfig-2.0.0-py3-none-any.whl", hash = "${wheel.hash}"}]

[metadata]
lock-version = "2.1"
python-versions = ">=3.9"
content-hash = ""
`

const crate = {
  '.gitignore': 'target\n',
  'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nitoa = "=1.0.11"\n',
  'src/lib.rs': '#[test]\nfn writes() {\n    assert_eq!(itoa::Buffer::new().format(7), "7");\n}\n',
}
const cargoLock = `version = 3

[[package]]
name = "itoa"
version = "1.0.11"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "49f1f14873335454500d59611f1cf4a4b0f786f9ac11f4312a78e4cf2566695b"

[[package]]
name = "shop"
version = "0.1.0"
dependencies = [
 "itoa",
]
`

const goModule = {
  'go.mod': 'module example.com/shop\n\ngo 1.19\n\nrequire github.com/google/uuid v1.6.0\n',
  'shop_test.go':
    'package shop\n\nimport (\n\t"testing"\n\n\t"github.com/google/uuid"\n)\n\nfunc TestNew(t *testing.T) {\n\tif uuid.New() == uuid.Nil {\n\t\tt.Fatal("no")\n\t}\n}\n',
}
const goSum =
  'github.com/google/uuid v1.6.0 h1:NIvaJDMOsjHA8n1jAhLSgzrAzy1Hgr+hNrb57e+94F0=\ngithub.com/google/uuid v1.6.0/go.mod h1:TIyPZe4MgqvfeYDBFedMoGGpEw/LqOeaOT+nhxU+yHo=\n'

const junit4Test =
  'import org.junit.Test;\nimport static org.junit.Assert.assertEquals;\n\npublic class ShopTest {\n  @Test\n  public void adds() {\n    assertEquals(3, Shop.add(1, 2));\n  }\n}\n'
const buildGradle =
  "plugins { id 'java' }\nrepositories { mavenCentral() }\ndependencies { testCompile 'junit:junit:4.13.2' }\n"

const tools = mkdtempSync(join(tmpdir(), 'atelier-tools-'))
const relay = await publicRelay()
afterAll(async () => {
  await relay.close()
  rmSync(tools, { recursive: true, force: true })
})

const once = (find: () => ProgramFolders) => {
  let found: ProgramFolders
  return () => (found ??= find())
}

const install = (name: string, argv: readonly string[], bin: string): ProgramFolders => {
  const folder = join(tools, name)
  mkdirSync(folder, { recursive: true })
  const [program = '', ...words] = argv
  execFileSync(program, words, { cwd: folder, stdio: 'ignore' })
  const path = process.env.PATH
  process.env.PATH = `${join(folder, bin)}:${path}`
  try {
    return single(join(tools, `${name}-linked`), name)
  } finally {
    process.env.PATH = path
  }
}
const bun = once(() =>
  install(
    'bun',
    ['npm', 'install', '--ignore-scripts', '@oven/bun-linux-x64@1.3.3'],
    'node_modules/@oven/bun-linux-x64/bin',
  ),
)
const uv = once(() => install('uv', ['pip', 'install', '--quiet', '--target', '.', 'uv==0.9.11'], 'bin'))
const go = once(() => (isInstalled('go') ? single(join(tools, 'go'), 'go') : undefined))

const projects: readonly Project[] = [
  {
    name: 'npm, lock file',
    manager: 'npm',
    files: { ...oddPackage(), 'package-lock.json': npmLock },
    command: oddCommand,
  },
  { name: 'npm', manager: 'npm', files: oddPackage(), command: oddCommand },
  {
    name: 'npm for Node 20',
    manager: 'npm',
    files: { ...oddPackage(), '.nvmrc': 'v20\n' },
    command: `${oddCommand} | grep v20`,
  },
  {
    name: 'pnpm, lock file',
    manager: 'pnpm',
    files: { ...oddPackage({ packageManager: 'pnpm@9.15.0' }), 'pnpm-lock.yaml': pnpmLock },
    command: oddCommand,
  },
  { name: 'pnpm', manager: 'pnpm', files: oddPackage({ packageManager: 'pnpm@10.12.1' }), command: oddCommand },
  {
    name: 'Yarn 1, lock file',
    manager: 'yarn',
    files: { ...oddPackage(), 'yarn.lock': yarnLock },
    command: oddCommand,
  },
  { name: 'Yarn 1', manager: 'yarn', files: oddPackage({ packageManager: 'yarn@1.22.22' }), command: oddCommand },
  {
    name: 'Yarn 4',
    manager: 'yarn',
    files: { ...oddPackage({ packageManager: 'yarn@4.9.1' }), '.yarnrc.yml': 'nodeLinker: node-modules\n' },
    command: oddCommand,
  },
  {
    name: 'Bun',
    manager: 'bun',
    files: oddPackage({ packageManager: 'bun@1.3.3' }),
    command: oddCommand,
    programs: bun,
  },
  {
    name: 'pip, requirements',
    manager: 'pip',
    files: { 'requirements.txt': 'iniconfig==2.0.0\n' },
    command: iniCommand,
  },
  { name: 'pip', manager: 'pip', files: { 'pyproject.toml': pythonProject }, command: iniCommand },
  {
    name: 'uv by pip, lock file',
    manager: 'uv',
    files: { 'pyproject.toml': pythonProject, 'uv.lock': uvLock },
    command: iniCommand,
  },
  {
    name: 'uv, lock file',
    manager: 'uv',
    files: { 'pyproject.toml': pythonProject, 'uv.lock': uvLock },
    command: iniCommand,
    programs: uv,
  },
  {
    name: 'uv',
    manager: 'pip',
    files: { 'pyproject.toml': `${pythonProject}\n[tool.uv]\npackage = false\n` },
    command: iniCommand,
    programs: uv,
  },
  {
    name: 'Poetry, lock file',
    manager: 'poetry',
    files: { 'pyproject.toml': poetryProject, 'poetry.lock': poetryLock },
    command: iniCommand,
  },
  { name: 'Poetry', manager: 'pip', files: { 'pyproject.toml': poetryProject }, command: iniCommand },
  {
    name: 'Cargo, lock file',
    manager: 'cargo',
    files: { ...crate, 'Cargo.lock': cargoLock },
    command: 'cargo test --offline',
    programs: rust,
  },
  { name: 'Cargo', manager: 'cargo', files: crate, command: 'cargo test --offline', programs: rust },
  {
    name: 'Go, go.sum',
    manager: 'go',
    files: { ...goModule, 'go.sum': goSum },
    command: 'go test ./...',
    programs: go,
  },
  { name: 'Go', manager: 'go', files: goModule, command: 'go test ./...', programs: go },
  { name: 'Maven', manager: 'maven', files: { ...java, 'pom.xml': pom }, command: 'mvn -o -B -fae test' },
  ...(isInstalled('gradle')
    ? [
        {
          name: 'Gradle of the machine',
          manager: 'gradle',
          files: { ...java, 'src/test/java/ShopTest.java': junit4Test, 'build.gradle': buildGradle },
          command: 'gradle --offline --continue test',
        },
      ]
    : []),
]

describe('packages come from their public registry through the broker, and tests run with them offline', () => {
  beforeAll(() => expect(relay.registries).toContain('maven='))

  test.each(projects)('$name', { timeout: 600_000 }, async ({ manager, files, command, programs }) => {
    const folders = programs?.() ?? []
    const settings = { ATELIER_REGISTRIES: relay.registries, ATELIER_SANDBOX_PROGRAMS: folders.join(':') }
    const before = relay.asked.length
    const tried = await tryFiles(
      folders.length > 0 ? settings : { ATELIER_REGISTRIES: relay.registries },
      files,
      command,
    )
    expect(tried, `${tried.setupLog}\n${tried.log}`).toMatchObject({
      managers: [manager],
      setup: 'passed',
      exitCode: 0,
    })
    expect(relay.asked.length).toBeGreaterThan(before)
  })
})
