import { expect, test } from 'vitest'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'

// A registry with the public packages, as this machine reaches it: for the real package managers, without a fake.
const npm = process.env.ATELIER_TEST_NPM_REGISTRY

const manifest = (more: object) => ({
  '.gitignore': 'node_modules\n',
  'package.json': JSON.stringify({
    name: 'odd',
    version: '1.0.0',
    private: true,
    scripts: { test: 'node test.js' },
    dependencies: { 'is-odd': '^3.0.0' },
    ...more,
  }),
  'test.js': "if (!require('is-odd')(3)) process.exit(1)\nconsole.log(process.version)\n",
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
    resolution: {integrity: sha512-Wu1VHeILBK8KAWJUAiSZQX94GmOE45Rg6/538fKwiloUu21KncEkYGPqob2oSZ5mUT73vLGrHQjKw3KMPwfDzg==}
    engines: {node: '>=0.10.0'}

  is-odd@3.0.1:
    resolution: {integrity: sha512-CQpnWPrDwmP1+SMHXZhtLtJv90yiyVfluGsX5iNCVkrhQtU3TQHsUWPG9wkdk9Lgd5yNpAg9jQEo90CBaXgWMA==}
    engines: {node: '>=4'}

snapshots:

  is-number@6.0.0: {}

  is-odd@3.0.1:
    dependencies:
      is-number: 6.0.0
`

test.skipIf(!npm).each([
  ['npm without a lock file', manifest({}), /v24/],
  ['npm without a lock file and Node 20', { ...manifest({}), '.nvmrc': 'v20\n' }, /v20/],
  ['npm without a lock file and Node 16', manifest({ engines: { node: '^16.13' } }), /v16/],
  ['pnpm 9 by its lock file', { ...manifest({ packageManager: 'pnpm@9.15.0' }), 'pnpm-lock.yaml': pnpmLock }, /v24/],
  ['pnpm without a lock file', manifest({ packageManager: 'pnpm@10.12.1' }), /v24/],
  ['Yarn 1 without a lock file', manifest({ packageManager: 'yarn@1.22.22' }), /v24/],
  [
    'Yarn 4 without a lock file',
    { ...manifest({ packageManager: 'yarn@4.9.1' }), '.yarnrc.yml': 'nodeLinker: node-modules\n' },
    /v24/,
  ],
])(
  'tests run with packages of %s, which the registry gives with the programs that this machine lacks',
  async (_, files, node) => {
    const server = await testServer({ ATELIER_REGISTRIES: `npm=${npm}` })
    const a = await scene(server)
    const { projectId } = await importProject(a.owner, await bundleOf(files))
    await mergeUnverified(a.owner, projectId)
    const { status, files: changed, checks } = await deliverChecked(a, projectId, 'one.txt')
    expect({ status, changed }, JSON.stringify(checks)).toEqual({ status: 'completed', changed: ['one.txt'] })
    expect(
      checks.map(({ is }) => is),
      JSON.stringify(checks),
    ).toEqual(allPassed)
    expect(checks[1]!.log).toMatch(node)
  },
)
