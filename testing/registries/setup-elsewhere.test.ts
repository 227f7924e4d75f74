import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { publicRegistries } from '../../execution/setup/index.ts'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { crateRegistry } from './crates.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'
import { npmRegistry } from './npm.ts'
import { type ProgramFolders, ofVersion, rust, single } from './programs-elsewhere.ts'
import { isSoak, lengthOf } from '../soak.ts'

const folder = mkdtempSync(join(tmpdir(), 'atelier-programs-'))
const npm = await npmRegistry([
  { name: 'tiny-sum', version: '1.4.0', files: { 'index.js': 'module.exports = (a, b) => a + b\n' } },
])
const crates = await crateRegistry([
  { name: 'tinysum', version: '1.0.0', source: 'pub fn add(a: i32, b: i32) -> i32 {\n    a + b\n}\n' },
])
const end = async () => {
  await Promise.all([npm.close(), crates.close()])
  rmSync(folder, { recursive: true })
}

type Files = Readonly<Record<string, string>>

interface Project {
  readonly name: string
  readonly programs: ProgramFolders
  readonly registry: typeof npm | typeof crates
  files(): Files
}

const { packages } = JSON.parse(npm.lockFor('tiny-sum')) as { packages: Record<string, { integrity: string }> }
const { integrity } = packages['node_modules/tiny-sum']!

const shop = (test = 'node --test'): Files => ({
  '.gitignore': 'node_modules\n.pnp.*\n.yarn\ntarget\n',
  'package.json': JSON.stringify({
    name: 'shop',
    version: '1.0.0',
    private: true,
    scripts: { test },
    dependencies: { 'tiny-sum': '1.4.0' },
  }),
  'sum.test.js':
    "require('node:test').test('adds', () => require('node:assert').equal(require('tiny-sum')(1, 2), 3))\n",
})

const pnpmLock = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      tiny-sum:
        specifier: 1.4.0
        version: 1.4.0

packages:

  tiny-sum@1.4.0:
    resolution: {integrity: ${integrity}}

snapshots:

  tiny-sum@1.4.0: {}
`

const classicLock = `# yarn lockfile v1


tiny-sum@1.4.0:
  version "1.4.0"
  resolved "https://${publicRegistries.npm[1]}/tiny-sum/-/tiny-sum-1.4.0.tgz"
  integrity ${integrity}
`

const bunLock = JSON.stringify({
  lockfileVersion: 1,
  workspaces: { '': { name: 'shop', dependencies: { 'tiny-sum': '1.4.0' } } },
  packages: { 'tiny-sum': ['tiny-sum@1.4.0', '', {}, integrity] },
})

/** The checksum of a package is of what Yarn makes of it, so that Yarn itself writes this lock file. */
const modernLock = (programs: ProgramFolders, files: Files) => {
  const at = mkdtempSync(join(folder, 'lock-'))
  writeFileSync(join(at, 'package.json'), files['package.json']!)
  writeFileSync(join(at, 'yarn.lock'), '')
  execFileSync(join(programs![0]!, 'bin/yarn'), ['install', '--mode=update-lockfile'], {
    cwd: at,
    stdio: 'pipe',
    env: {
      PATH: process.env.PATH,
      HOME: at,
      YARN_NPM_REGISTRY_SERVER: npm.address,
      YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
      YARN_NPM_MINIMAL_AGE_GATE: '0',
      YARN_ENABLE_GLOBAL_CACHE: 'false',
      YARN_ENABLE_TELEMETRY: '0',
    },
  })
  return readFileSync(join(at, 'yarn.lock'), 'utf8')
}

const yarn = ofVersion(join(folder, 'yarn'), 'yarn', '4.')

const cargoFiles = {
  '.gitignore': 'target\nCargo.lock\n',
  'Cargo.toml':
    '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\ntinysum = "1.0.0"\n\n[[bench]]\nname = "speed"\nharness = false\n',
  'benches/speed.rs': 'fn main() {}\n',
  'src/lib.rs': '#[test]\nfn adds() {\n    assert_eq!(tinysum::add(1, 2), 3);\n}\n',
}

const projects: readonly Project[] = [
  {
    name: 'pnpm',
    programs: ofVersion(join(folder, 'pnpm'), 'pnpm', ''),
    registry: npm,
    files: () => ({ ...shop(), 'pnpm-lock.yaml': pnpmLock }),
  },
  {
    name: 'Yarn with Plug’n’Play',
    programs: yarn,
    registry: npm,
    files: () => ({ ...shop('yarn node --test'), 'yarn.lock': modernLock(yarn, shop()) }),
  },
  {
    name: 'Yarn with node_modules',
    programs: yarn,
    registry: npm,
    files: () => ({ ...shop(), 'yarn.lock': modernLock(yarn, shop()), '.yarnrc.yml': 'nodeLinker: node-modules\n' }),
  },
  {
    name: 'Yarn 1',
    programs: ofVersion(join(folder, 'classic'), 'yarn', '1.'),
    registry: npm,
    files: () => ({ ...shop(), 'yarn.lock': classicLock }),
  },
  {
    name: 'Bun',
    programs: single(join(folder, 'bun'), 'bun'),
    registry: npm,
    files: () => ({ ...shop(), 'bun.lock': bunLock }),
  },
  {
    name: 'Cargo',
    programs: rust(),
    registry: crates,
    files: () => ({
      '.gitignore': 'target\n',
      'Cargo.toml':
        '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\ntinysum = "1.0.0"\n',
      'Cargo.lock': `version = 3\n\n[[package]]\nname = "shop"\nversion = "0.1.0"\ndependencies = [\n "tinysum",\n]\n\n${crates.lock}`,
      'src/lib.rs': '#[test]\nfn adds() {\n    assert_eq!(tinysum::add(1, 2), 3);\n}\n',
    }),
  },
  { name: 'Cargo without a lock file', programs: rust(), registry: crates, files: () => cargoFiles },
]

// Where every test is skipped, `afterAll` is not called.
if (isSoak && projects.some(({ programs }) => programs)) afterAll(end)
else await end()

for (const { name, programs, registry, files } of projects) {
  const without = programs ? lengthOf({ daily: ' (run by --soak)', soak: '' }) : ' (skipped: it is not on this machine)'
  test.skipIf(!programs || !isSoak)(
    `tests run with the packages of ${name}, fetched once and installed without a network${without}`,
    async () => {
      const server = await testServer({
        ATELIER_REGISTRIES: `npm=${npm.address} crates=${crates.address}`,
        ATELIER_SANDBOX_PROGRAMS: programs!.join(':'),
      })
      const a = await scene(server)
      const { projectId } = await importProject(a.owner, await bundleOf(files()))
      await mergeUnverified(a.owner, projectId)
      const before = registry.asked.length
      const first = await deliverChecked(a, projectId, 'one.txt')
      expect(first, JSON.stringify(first.checks)).toMatchObject({ status: 'completed', files: ['one.txt'] })
      expect(first.checks.map(({ is }) => is)).toEqual(allPassed)
      const asked = registry.asked.length
      expect(asked).toBeGreaterThan(before)
      const second = await deliverChecked(a, projectId, 'two.txt')
      expect(second.checks.map(({ is }) => is)).toEqual(allPassed)
      expect(registry.asked.length).toBe(asked)
    },
  )
}
