import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { breaksBetween } from './contract/breaks.ts'
import { currentSnapshot } from './generate.ts'
import { changelogSection, onPurpose, releasedSnapshot, snapshotText } from './release.ts'

const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')
const current = await currentSnapshot()
const released = await releasedSnapshot()

test('nothing else is taken from programs that were written for the last release; announce it as deprecated first', () => {
  const breaks = breaksBetween(released, current)
  expect(breaks).toEqual(
    Object.entries(onPurpose).flatMap(([operation, all]) => all.map((what) => ({ operation, what }))),
  )
})

test('the snapshot is kept as node packages/sdk/release.ts writes it, with the version of the package', async () => {
  expect((await read('contract.json')) === snapshotText(released)).toBe(true)
  const { version } = JSON.parse(await read('package.json')) as { version: string }
  expect(version).toBe(released.version)
  expect(await read('CHANGELOG.md')).toContain(`\n## ${version}\n`)
})

test('no operation has the name of another member of the client', () => {
  expect(Object.keys(current.operations).filter((id) => id === 'every' || id === 'then')).toEqual([])
  expect(Object.keys(current.operations).length).toBeGreaterThan(380)
})

test('a section of the changelog names what came and what went', () => {
  const changes = { added: ['listShops'], changed: [], deprecated: ['getShop'], removed: [] }
  expect(changelogSection('0.3.0', changes)).toBe(
    '## 0.3.0\n\n### Added\n\n- `listShops`\n\n### Deprecated\n\n- `getShop`\n',
  )
})
