import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { firstChanges, type CheckoutFacts } from '../../../domains/delivery/repository-reads/rules/first-changes.ts'
import { npmRegistry, type NpmPackage } from '../../../testing/registries/npm.ts'
import { audit } from './try-tests.ts'

const folder = await mkdtemp(join(tmpdir(), 'audit-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const packageOf = (name: string, version: string): NpmPackage => ({ name, version, files: {} })
const warned = (one: NpmPackage, fixedIn: string): NpmPackage => ({
  ...one,
  advisory: { severity: 'high', title: 'A pattern without an end', fixedIn },
})
const trim = packageOf('trim-all', '1.0.2')
const tool = packageOf('tool-of-authors', '2.0.0')
const mended = [packageOf('trim-all', '1.0.3'), packageOf('tool-of-authors', '2.0.1')]

/** The output of the shell of the fetch in a checkout that locks both packages, the tool for its authors alone. */
const printedWith = async (packages: readonly NpmPackage[]) => {
  const registry = await npmRegistry(packages)
  try {
    const lock = JSON.parse(registry.lockFor('trim-all@1.0.2', 'tool-of-authors@2.0.0')) as {
      packages: Record<string, Record<string, unknown>>
    }
    const root = { dependencies: { 'trim-all': '1.0.2' }, devDependencies: { 'tool-of-authors': '2.0.0' } }
    lock.packages[''] = root
    lock.packages['node_modules/tool-of-authors']!.dev = true
    await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'shop', version: '1.0.0', ...root }))
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ name: 'shop', version: '1.0.0', ...lock }))
    const env = { npm_config_registry: registry.address, npm_config_cache: join(folder, 'cache'), npm_config_audit: '' }
    const options = { cwd: folder, env: { ...process.env, ...env } }
    const { stdout } = await promisify(execFile)('sh', ['-c', audit], options)
    return { printed: stdout, asked: registry.asked }
  } finally {
    await registry.close()
  }
}

const facts: CheckoutFacts = {
  paths: ['package.json', 'package-lock.json'],
  testCommand: 'npm test',
  tests: 'passed',
  isSetUp: true,
  failure: undefined,
  logs: [],
  failedChecks: [],
  unlockedManifest: undefined,
  postponed: [],
  untested: [],
  day: '2027-03-04',
}

test('an advisory about a shipped package is suggested, and a registry without any is silent', async () => {
  const { printed } = await printedWith([warned(trim, '1.0.3'), warned(tool, '2.0.1'), ...mended])
  expect(printed).not.toContain('tool-of-authors')
  expect(firstChanges({ ...facts, logs: [printed] })).toMatchObject([
    {
      title: 'Update trim-all, which has a known advisory',
      reason: expect.stringContaining(
        'A pattern without an end - https://github.com/advisories/GHSA-trim-all',
      ) as string,
    },
  ])
  const silent = await printedWith([trim, tool, ...mended])
  expect(silent.printed).toBe('')
  expect(silent.asked).toContain('/-/npm/v1/security/advisories/bulk')
})
