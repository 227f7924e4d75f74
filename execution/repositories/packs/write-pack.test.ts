import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { git } from '../../../testing/repository.ts'
import { writeBare } from '../bare.ts'
import { packFolder } from './pack-store.ts'
import { shaOf, writePack } from './write-pack.ts'

const tree = { kind: 'tree', content: '' } as const
const who = 'A <a@example.com> 1700000000 +0000'
const commitOf = (message: string) =>
  ({ kind: 'commit', content: `tree ${shaOf(tree)}\nauthor ${who}\ncommitter ${who}\n\n${message}` }) as const

// The size of an object takes one byte more from 2,048 bytes on.
const headBytes = Buffer.byteLength(commitOf('').content)

test.each([1, 2_047 - headBytes, 2_048 - headBytes, 40_000])(
  'git reads a pack with a message of %i letters, and writes the same index of it',
  async (letters) => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const gitDir = join(folder, 'a.git')
    await writeBare(gitDir, 'main')
    const commit = commitOf('b'.repeat(letters))
    const name = await writePack(packFolder(gitDir), [commit, tree])
    const index = join(packFolder(gitDir), `${name}.idx`)
    const again = join(folder, 'again.idx')
    expect(git(gitDir, 'index-pack', '--strict', '-o', again, `${index.slice(0, -4)}.pack`)).toBe(`${name.slice(5)}\n`)
    expect(await readFile(index)).toEqual(await readFile(again))
    expect(git(gitDir, 'cat-file', 'commit', shaOf(commit))).toBe(commit.content)
    expect(git(gitDir, 'fsck', '--full', '--strict', shaOf(commit))).toBe('')
  },
)
