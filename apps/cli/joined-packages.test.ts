import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { joinPackages } from './build/join-packages.ts'
import { joinedPackages } from './joined-packages.ts'

const names = JSON.stringify(joinedPackages)
const own = JSON.stringify(pathToFileURL(join(import.meta.dirname, 'joined-packages.ts')).href)

/** What packages export, and where they are read from, before and behind the hook. */
const readIn = (folder: string) => {
  const program = `
    const read = async () => Promise.all(${names}.map(async (name) => [import.meta.resolve(name), Object.keys(await import(name))]))
    const before = await read()
    const { useJoinedPackages } = await import(${own})
    useJoinedPackages(${JSON.stringify(folder)})
    console.log(JSON.stringify([before, await read()]))`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as [string, string[]][][]
}

test('joined packages export what the packages do; where none are joined, they are read themselves', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-joined-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const joined = join(folder, 'packages')
  await joinPackages(joined)
  const [plain, hooked] = readIn(joined)
  const exportsOf = (read: typeof plain) =>
    read!.map(([, names]) => names.filter((name) => name !== 'module.exports').toSorted())
  expect(exportsOf(hooked)).toEqual(exportsOf(plain))
  expect(exportsOf(plain).every((exported) => exported.length > 3)).toBe(true)
  expect(hooked!.filter(([url]) => !url.startsWith(pathToFileURL(joined).href))).toEqual([])
  const [before, after] = readIn(join(folder, 'absent'))
  expect(after).toEqual(before)
})
