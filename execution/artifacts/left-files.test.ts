import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { testLimits } from '../../testing/sandbox/conformance-scene.ts'
import { chooseDriver, type Outcome, type Sandbox } from '../sandbox/index.ts'
import { listLeftFiles, readLeftFiles } from './left-files.ts'

const outside = await mkdtemp(join(tmpdir(), 'atelier-test-'))
const tree = join(outside, 'worktree')
const driver = await chooseDriver(undefined)
await mkdir(tree)
const sandbox = await driver.open({ id: 'left', worktree: { from: tree, writable: true }, limits: testLimits })
afterAll(async () => {
  await sandbox.close()
  await rm(outside, { recursive: true, force: true })
})

const never = new AbortController().signal
const write = async (path: string, text = path) => {
  await mkdir(dirname(join(tree, path)), { recursive: true })
  await writeFile(join(tree, path), text)
}
const pathsOf = async (...patterns: string[]) =>
  (await listLeftFiles(sandbox, never, { patterns, sinceMs: 0 }))?.files.map(({ path }) => path)

test.runIf(isLong)(
  'patterns find plain files in their folders, and neither links, other kinds nor git’s own',
  async () => {
    for (const path of [
      'a.png',
      'a.txt',
      'shots/b.png',
      'shots/deep/c.png',
      'other/d.png',
      '.git/e.png',
      'x+y/(f).png',
    ])
      await write(path)
    await writeFile(join(outside, 'secret.png'), 'secret')
    await symlink(join(outside, 'secret.png'), join(tree, 'leads-out.png'))
    await symlink('/etc', join(tree, 'shots', 'etc'))
    await symlink('..', join(tree, 'shots', 'circle'))
    execFileSync('mkfifo', [join(tree, 'pipe.png')])
    expect(await pathsOf('*.png')).toEqual(['a.png'])
    expect(await pathsOf('shots/*')).toEqual(['shots/b.png'])
    expect(await pathsOf('shots/**')).toEqual(['shots/b.png', 'shots/deep/c.png'])
    expect(await pathsOf('**/c.png', 'shots/**/b.png')).toEqual(['shots/b.png', 'shots/deep/c.png'])
    expect(await pathsOf('**')).toEqual([
      'a.png',
      'a.txt',
      'other/d.png',
      'shots/b.png',
      'shots/deep/c.png',
      'x+y/(f).png',
    ])
    expect(await pathsOf('leads-out.png', 'pipe.png', '.git/*', 'shots/etc/*', 'none')).toEqual([])
    const read = { paths: ['leads-out.png', 'shots', 'pipe.png', 'a.txt', 'gone'], fileMostBytes: 100, mostBytes: 100 }
    const [link, folder, pipe, file, gone] = (await readLeftFiles(sandbox, never, read))!
    expect([link, folder, pipe, file?.toString(), gone]).toEqual([undefined, undefined, undefined, 'a.txt', undefined])
  },
)

test('names come as they are, and a sparse file of 10 GB is listed and not read', async () => {
  const name = `odd/two\nlines \u202e"'$(id)\u0007.txt`
  await write(name, 'odd')
  await write('odd/sparse.bin', '')
  await truncate(join(tree, 'odd/sparse.bin'), 10 ** 10)
  const found = await listLeftFiles(sandbox, never, { patterns: ['odd/*'], sinceMs: 0 })
  expect(found).toEqual({
    files: [
      { path: 'odd/sparse.bin', sizeBytes: 10 ** 10 },
      { path: name, sizeBytes: 3 },
    ],
    more: false,
  })
  const read = { paths: ['odd/sparse.bin', name], fileMostBytes: 1_000, mostBytes: 1_000 }
  const [sparse, odd] = (await readLeftFiles(sandbox, never, read))!
  expect([sparse, odd?.toString()]).toEqual([undefined, 'odd'])
  await rm(join(tree, 'odd'), { recursive: true })
})

test.runIf(isLong)('files from before are left out, and of very many only some are listed', async () => {
  const { files } = (await listLeftFiles(sandbox, never, { patterns: ['**'], sinceMs: Date.now() + 60_000 }))!
  expect(files).toEqual([])
  await sandbox.run({ argv: ['sh', '-c', 'mkdir many; cd many; for i in $(seq 2100); do : >$i; done'] })
  const many = (await listLeftFiles(sandbox, never, { patterns: ['many/*'], sinceMs: 0 }))!
  expect([many.files.length, many.more]).toEqual([2_000, true])
})

/** A sandbox that prints this for every command. */
const saying = (text: string, ended: Partial<Outcome> = {}): Sandbox => ({
  id: 'said',
  path: (inside) => inside,
  close: async () => undefined,
  run: async ({ onOutput }) => {
    await onOutput?.('stdout', Buffer.from(text))
    return { exitCode: 0, signal: null, stdout: '', stderr: '', truncated: false, durationMs: 1, ...ended }
  },
})

test('other output of a sandbox is not a list or a file', async () => {
  const asked = { patterns: ['*'], sinceMs: 0 }
  for (const text of [
    '',
    'null',
    '{"files":[1]}',
    '{"files":[{"path":1,"sizeBytes":1}]}',
    '{"files":[{"path":"a","sizeBytes":-1}]}',
  ])
    expect(await listLeftFiles(saying(text), never, asked)).toBeUndefined()
  const one = { paths: ['a'], fileMostBytes: 10, mostBytes: 10 }
  for (const text of ['', 'x', '3\nab', '3\nabcd', '99\nabc', '0x3\nabc', `1${'0'.repeat(30)}\n`, '3\n'.repeat(50)])
    expect(await readLeftFiles(saying(text), never, one)).toBeUndefined()
  expect(await readLeftFiles(saying('3\nabc'), never, one)).toEqual([Buffer.from('abc')])
  expect(await readLeftFiles(saying('3\nabc', { exitCode: 1 }), never, one)).toBeUndefined()
  expect(await readLeftFiles(saying('3\nabc', { stoppedBy: 'disk', exitCode: null }), never, one)).toBeUndefined()
})
