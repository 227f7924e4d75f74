import { afterAll, expect, test } from 'vitest'
import { isSoak } from '../soak.ts'
import { mergeUnverified } from '../delivery.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { allPassed, deliverChecked } from './deliver-checked.ts'
import { npmRegistry } from './npm.ts'

const sum = 'module.exports = (a, b) => a + b\n'
const registry = await npmRegistry([
  { name: 'tiny-sum', version: '1.4.0', publishedAt: '2020-01-01T00:00:00Z', files: { 'index.js': sum } },
  { name: 'tiny-sum', version: '1.5.0', publishedAt: '2999-01-01T00:00:00Z', files: { 'index.js': 'broken(\n' } },
  {
    name: 'tiny-math',
    version: '2.0.0',
    publishedAt: '2020-01-01T00:00:00Z',
    dependencies: { 'tiny-sum': '^1.0.0' },
    files: { 'index.js': "exports.sum = require('tiny-sum')\n" },
  },
])
afterAll(() => registry.close())
const server = await testServer({ ATELIER_REGISTRIES: `npm=${registry.address}` })

const passes = "console.log(require('shop-prices').total(1, 2) + ' it is')\n"

test.runIf(isSoak)(
  'a repository of workspaces without a lock file is resolved once, as of a day, and the change has no lock file',
  async () => {
    const a = await scene(server)
    const { projectId } = await importProject(
      a.owner,
      await bundleOf({
        '.npmrc': 'package-lock=false\n',
        'package.json': JSON.stringify({
          private: true,
          workspaces: ['packages/*'],
          scripts: { test: 'node test.js' },
        }),
        'packages/prices/package.json': JSON.stringify({
          name: 'shop-prices',
          version: '1.0.0',
          dependencies: { 'tiny-math': '>=1' },
        }),
        'packages/prices/index.js': "exports.total = require('tiny-math').sum\n",
        'test.js': passes,
      }),
    )
    await mergeUnverified(a.owner, projectId)
    const first = await deliverChecked(a, projectId, 'one.txt')
    expect(first, JSON.stringify(first.checks)).toMatchObject({ status: 'completed', files: ['one.txt'] })
    expect(first.checks.map(({ is }) => is)).toEqual(allPassed)
    expect(first.checks[3]!.log).toContain('3 it is')
    const resolved = /^The packages of npm were resolved on \d{4}-\d{2}-\d{2} because the repository has no lock file\./
    for (const { is, log } of first.checks) if (is.includes('setup')) expect(log).toMatch(resolved)
    const asked = registry.asked.length
    const second = await deliverChecked(a, projectId, 'two.txt')
    expect(second.checks.map(({ is }) => is)).toEqual(allPassed)
    expect(registry.asked.length).toBe(asked)
  },
)

test('a package that no registry has is named in the check of the setup, and nothing is fetched', async () => {
  const a = await scene(server)
  const files = {
    'package.json': JSON.stringify({
      scripts: { test: 'node needs-odd.js' },
      devDependencies: { odd: 'acme/odd#main' },
    }),
    'needs-odd.js': "require('odd')\n",
  }
  const { projectId } = await importProject(a.owner, await bundleOf(files))
  await mergeUnverified(a.owner, projectId)
  const before = registry.asked.length
  const { checks, reasons } = await deliverChecked(a, projectId, 'one.txt')
  expect(checks[0]!.is).toBe('base setup could_not_run')
  expect(reasons.join()).toMatch(
    /^The setup failed before the change: the repository has no lock file, and package\.json/,
  )
  expect(checks[0]!.log).toContain('package.json takes “odd” from acme/odd#main')
  expect(registry.asked.length).toBe(before)
})
