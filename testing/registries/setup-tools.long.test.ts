import { afterAll, expect, test } from 'vitest'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'
import { npmRegistry } from './npm.ts'
import { isSoak } from '../soak.ts'

// Replaces pnpm: the store of its fetch is what its install takes, and a script of its own would be seen.
const pnpm = `#!/usr/bin/env node
const { copyFileSync, mkdirSync, writeFileSync } = require('node:fs')
const store = process.env.npm_config_store_dir
const [command] = process.argv.slice(2)
if (command === '--version') console.log('10.1.0')
if (command === 'fetch') {
  mkdirSync(store, { recursive: true })
  writeFileSync(store + '/packages.txt', 'fetched')
}
if (command === 'install') {
  mkdirSync('node_modules')
  copyFileSync(store + '/packages.txt', 'node_modules/packages.txt')
}
`

const registry = await npmRegistry([
  {
    name: 'pnpm',
    version: '10.1.0',
    bin: { pnpm: 'pnpm.js' },
    scripts: { postinstall: 'exit 1' },
    files: { 'pnpm.js': pnpm },
  },
])
afterAll(() => registry.close())
const server = await testServer({ ATELIER_REGISTRIES: `npm=${registry.address}` })

const project = (more: object) => ({
  'package.json': JSON.stringify({ scripts: { test: 'pnpm --version && cat node_modules/packages.txt' }, ...more }),
  'pnpm-lock.yaml': "lockfileVersion: '9.0'\n",
})

test.runIf(isSoak)(
  'pnpm of the format of the lock file comes from the registry, for the setup and for the checks',
  async () => {
    const a = await scene(server)
    const { projectId } = await importProject(a.owner, await bundleOf({ ...project({}), '.nvmrc': '16\n' }))
    await mergeUnverified(a.owner, projectId)
    const { files, checks } = await deliverChecked(a, projectId, 'one.txt')
    expect(
      checks.map(({ is }) => is),
      JSON.stringify(checks),
    ).toEqual(allPassed)
    expect(checks[0]!.log).toContain('This repository asks for Node 16, which the npm registry did not give.')
    expect(checks[1]!.log).toContain('10.1.0\nfetched')
    expect(files).toEqual(['one.txt'])
  },
)

test('a pnpm that the registry does not have is named in the reasons of the verdict, with the remedy', async () => {
  const a = await scene(server)
  const { projectId } = await importProject(a.owner, await bundleOf(project({ packageManager: 'pnpm@9.9.9' })))
  await mergeUnverified(a.owner, projectId)
  const { checks, reasons } = await deliverChecked(a, projectId, 'one.txt')
  expect(checks[0]!.is).toBe('base setup failed')
  expect(reasons.join('\n')).toMatch(
    /^The setup failed before the change: this repository needs pnpm 9\.9\.9, which .* Install it in \/usr/,
  )
})
