import { expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { deriveSetup } from './derive.ts'
import { readNeedFacts, readPackageChanges, readSetup } from './in-thread.ts'

const at = { day: '2026-03-04', node: { machine: '24.21.0' } }
const options = { key: 'a workspace' }
const read = (files: Readonly<Record<string, string>>) =>
  readSetup(new Map(Object.entries(files)), { at, own: {} }, options)

/** A lock file of uv in which each package needs the ten that come last. */
const lockOf = (packages: number) => {
  const needed = (count: number) =>
    Array.from({ length: count }, (_, nth) => `{ name = "p${packages - 1 - nth}" }`).join(', ')
  const own = `[[package]]\nname = "shop"\nsource = { virtual = "." }\ndependencies = [${needed(packages)}]\n`
  const hash = `sha256:${'a'.repeat(64)}`
  const one = (nth: number) =>
    `[[package]]\nname = "p${nth}"\nversion = "1"\nsource = { registry = "r" }\ndependencies = [${needed(10)}]\n` +
    `wheels = [{ hash = "${hash}" }]\n`
  return own + Array.from({ length: packages }, (_, nth) => one(nth)).join('')
}

test.runIf(isLong)(
  'the plan from a thread equals the plan from deriveSetup, also for a lock file of 4 MB whose packages need one another',
  async () => {
    const files = { 'pyproject.toml': '[project]\nname = "shop"\n', 'uv.lock': lockOf(10_000) }
    const plan = await read(files)
    expect(plan).toEqual(deriveSetup(new Map(Object.entries(files)), at))
    expect([plan?.refused, plan?.managers]).toEqual([undefined, ['uv']])
  },
)

test('files too large for a thread refuse the plan, show no needs, and name no packages', async () => {
  const huge = 'a'.repeat(130 * 2 ** 20)
  expect((await read({ 'package.json': '{}', 'package-lock.json': huge }))?.refused).toContain('more time or memory')
  expect(await readNeedFacts(new Map([['package.json', huge]]), options)).toBeUndefined()
  const changes = readPackageChanges(new Map(), new Map([['yarn.lock', huge]]), options)
  expect(await changes).toEqual({ changes: [], truncated: true })
})
