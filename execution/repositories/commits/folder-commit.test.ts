import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { plainGit } from '../../../testing/repositories/samples.ts'
import { paxHeader, rawEntry, tarEnd, tarOf } from '../../../testing/repositories/tar.ts'
import { commitFolder, type FolderCommit } from './folder-commit.ts'

const all = await mkdtemp(join(tmpdir(), 'folder-commit-'))
afterAll(() => rm(all, { recursive: true, force: true }))

const limits = { entries: 1_000, bytes: 16 * 1024 ** 2, pathsBytes: 100_000, rulesBytes: 4_000 }
const commit = async (tar: Buffer | Readable) => {
  const scratch = await mkdtemp(join(all, 'one-'))
  // In chunks that end anywhere, as they come from a network.
  const chunks = function* (bytes: Buffer) {
    for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700)
  }
  const stream = Buffer.isBuffer(tar) ? Readable.from(chunks(tar)) : tar
  return { scratch, made: await commitFolder(scratch, stream, { limits }) }
}
const committed = async (tar: Buffer | Readable): Promise<FolderCommit> => {
  const { made } = await commit(tar)
  if (!made.ok) throw new Error(JSON.stringify(made.rejected))
  return made
}
const refused = async (tar: Buffer | Readable) => {
  const { made } = await commit(tar)
  return made.ok ? [] : made.rejected.map(({ rule }) => rule)
}
const filesOf = ({ gitDir, commitSha }: FolderCommit) =>
  plainGit(gitDir, ['ls-tree', '-r', '-z', '--name-only', commitSha]).split('\0').slice(0, -1)
const reasons = ({ leftOut }: FolderCommit) =>
  Object.fromEntries(leftOut.map(({ path, reason, files }) => [path, `${reason} (${files})`]))

describe('a folder', () => {
  test.runIf(isLong)('becomes one commit with its modes and links, the same from the same archive', async () => {
    const tar = await tarOf({
      './': { type: 'directory' },
      './run.sh': { mode: 0o755, content: '#!/bin/sh\n' },
      './src//a "quoted" \\ name\nof two lines': 'odd',
      './src/link': { type: 'symlink', linkname: '../run.sh' },
      './src/twin': { type: 'link', linkname: 'run.sh' },
      './empty': '',
      './ünï': 'x'.repeat(100_000),
    })
    const one = await committed(tar)
    const two = await committed(tar)
    expect(one.commitSha).toBe(two.commitSha)
    const listed = plainGit(one.gitDir, ['ls-tree', '-r', '-z', '-l', one.commitSha]).split('\0').slice(0, -1)
    expect(listed.map((line) => line.replace(/^(\d+) blob \w+ +(\d+)\t/, '$1 $2 '))).toEqual([
      '100644 0 empty',
      '100755 10 run.sh',
      '100644 3 src/a "quoted" \\ name\nof two lines',
      '120000 9 src/link',
      '100755 10 src/twin',
      `100644 100000 ${Buffer.from('ünï').toString('latin1')}`,
    ])
    expect(plainGit(one.gitDir, ['log', '--format=%an %cI %s', one.commitSha])).toBe(
      'Atelier 2026-03-04T10:15:30+00:00 Import a folder',
    )
    expect([one.leftOut, one.protected, one.branch]).toEqual([[], [], 'main'])
    plainGit(one.gitDir, ['fsck', '--strict', '--full'])
  })

  test('leaves out git’s own folders, what git ignores and what leads out, each by name', async () => {
    const made = await committed(
      await tarOf({
        '.gitignore': 'build/\n*.log\n!keep.log\n:odd\n',
        'sub/.gitignore': '/x.txt\n',
        'sub/x.txt': '1',
        'x.txt': '1',
        'keep.log': '1',
        'a.log': '1',
        ':odd': '1',
        'build/a/b': '1',
        'build/c': '1',
        'node_modules/left/pad.js': '1',
        '.git/config': '1',
        '.git/hooks/pre-commit': '1',
        'sub/.GIT/HEAD': '1',
        'sub/git~1': '1',
        out: { type: 'symlink', linkname: '../outside' },
        root: { type: 'symlink', linkname: '/etc/passwd' },
        hidden: { type: 'symlink', linkname: 'sub/../../x' },
        hooks: { type: 'symlink', linkname: 'sub/.git/hooks' },
        twin: { type: 'link', linkname: '/etc/passwd' },
        pipe: { type: 'fifo' },
        disk: { type: 'block-device' },
      }),
    )
    expect(filesOf(made)).toEqual(['.gitignore', 'keep.log', 'sub/.gitignore', 'x.txt'])
    const git = 'a name that some systems take for git’s own folder .git'
    const ignored = 'ignored by git'
    expect(reasons(made)).toEqual({
      '.git/': `${git} (2)`,
      ':odd': `${ignored} (1)`,
      'a.log': `${ignored} (1)`,
      'build/': `${ignored} (2)`,
      'node_modules/': `${ignored} (1)`,
      'sub/x.txt': `${ignored} (1)`,
      'sub/.GIT/': `${git} (1)`,
      'sub/git~1': `${git} (1)`,
      out: 'a link that leads out of the folder (1)',
      root: 'a link that leads out of the folder (1)',
      hidden: 'a link that leads out of the folder (1)',
      hooks: 'a link into git’s own folder .git (1)',
      twin: 'a second name of a file that is not in the folder (1)',
      pipe: 'neither a file nor a link (1)',
      disk: 'neither a file nor a link (1)',
    })
  })

  test('keeps credentials out of the commit, by name and content', async () => {
    const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')
    const made = await committed(
      await tarOf({
        '.env': 'A=1',
        '.env.example': 'A=',
        'a.js': '1',
        'keys/one.pem': `${key}\n`,
        'keys/public.pem': 'public',
        'vendor/x/.env': 'A=1',
        'big.env': 'x'.repeat(1024 * 1024 + 1),
        '.gitignore': '.env\n',
      }),
    )
    expect(made.protected).toEqual([
      { path: '.env', reason: 'environment file' },
      { path: 'keys/one.pem', reason: 'private key' },
    ])
    expect(filesOf(made)).toEqual(['.env.example', '.gitignore', 'a.js', 'keys/public.pem'])
    expect(reasons(made)).toEqual({
      'big.env': 'credentials of more than 1 MiB (1)',
      'vendor/': 'credentials in a folder that is made by tools (1)',
    })
    const objects = plainGit(made.gitDir, ['cat-file', '--batch-all-objects', '--batch'])
    expect(objects).not.toContain('A=1')
  })

  test('takes the later of two entries, and nothing below a file or a link', async () => {
    const first = await tarOf({ a: 'one', b: 'old', d: { type: 'symlink', linkname: 'b' }, 'd/e': 'through a link' })
    const second = await tarOf({ a: 'two', 'b/c': 'below a file' })
    const made = await committed(Buffer.concat([first.subarray(0, -1024), second]))
    expect(filesOf(made)).toEqual(['a', 'b', 'd'])
    expect(plainGit(made.gitDir, ['cat-file', 'blob', `${made.commitSha}:a`])).toBe('two')
    expect(Object.keys(reasons(made))).toEqual(['b/c', 'd/e'])
  })
})

describe('a hostile archive', () => {
  const good = rawEntry('fine', '0', Buffer.from('x'))
  const file = (name: string | Buffer) => rawEntry(name, '0', Buffer.from('x'))
  const withPax = (fields: Record<string, string>) => Buffer.concat([paxHeader(fields), file('short')])

  test.runIf(isLong).each([
    ['a path upwards', file('../../etc/passwd'), 'a step to another folder, not a name'],
    ['a path upwards in the middle', file('a/../../b'), 'a step to another folder, not a name'],
    ['an absolute path', file('/etc/passwd'), 'an absolute path'],
    ['an absolute path in a pax header', withPax({ path: '/etc/passwd' }), 'an absolute path'],
    ['a NUL in a pax header', withPax({ path: 'a\0b' }), 'a name with a NUL byte'],
    ['a path that is not UTF-8', file(Buffer.from('caf\xe9', 'latin1')), 'a name that is not UTF-8'],
    [
      'a name that no system holds',
      withPax({ path: 'n'.repeat(300) }),
      'a name of more than 255 bytes, which most file systems cannot hold',
    ],
    ['folders without end', withPax({ path: 'a/'.repeat(400) + 'b' }), 'a path of more than 250 folders'],
    ['a sparse file', withPax({ 'GNU.sparse.major': '1', 'GNU.sparse.realsize': '99999999999' }), 'a sparse file'],
    ['an unknown type', rawEntry('x', 'S', Buffer.from('x')), 'neither a file nor a link'],
    ['a name of nothing', file('.'), 'the folder itself'],
  ])('leaves out %s, and nothing of it reaches the disk', async (_title, entry, reason) => {
    const { made, scratch } = await commit(Buffer.concat([entry, good, tarEnd]))
    if (!made.ok) throw new Error(JSON.stringify(made.rejected))
    expect(made.leftOut.map((one) => one.reason)).toEqual([reason])
    expect(filesOf(made)).toEqual(['fine'])
    expect((await readdir(scratch)).sort()).toEqual(['folder.git', 'rules'])
    expect(await readdir(join(scratch, 'rules'))).toEqual([])
  })

  test('with a newline in a name writes one file of that name', async () => {
    const made = await committed(Buffer.concat([file('a\nM 100644 :1 "b"\nc"d'), tarEnd]))
    expect(filesOf(made)).toEqual(['a\nM 100644 :1 "b"\nc"d'])
  })

  const many = function* (count: number) {
    for (let at = 0; at < count; at += 1) yield rawEntry(`f${at}`, '0', Buffer.alloc(0))
    yield tarEnd
  }
  const endless = function* () {
    yield rawEntry('zeros', '0', Buffer.alloc(0), '77777777777\0')
    for (;;) yield Buffer.alloc(64 * 1024)
  }
  test.runIf(isLong).each<[string, () => Buffer | Readable | Promise<Buffer>, string]>([
    ['too many entries', () => Readable.from(many(1_001)), 'too_large'],
    ['too many bytes', () => Readable.from(endless()), 'too_large'],
    [
      'too long paths',
      () =>
        Buffer.concat(
          Array.from({ length: 40 }, (_none, at) =>
            Buffer.concat([paxHeader({ path: `${at}${'p'.repeat(3_000)}` }), file('x')]),
          ),
        ),
      'too_large',
    ],
    [
      'a header of gigabytes',
      () => Buffer.concat([good, rawEntry('x', 'x', Buffer.alloc(0), '77777777777\0')]),
      'too_large',
    ],
    ['large rules', () => tarOf({ '.gitignore': 'x'.repeat(5_000) }), 'too_large'],
    ['nothing', () => Buffer.alloc(0), 'empty'],
    ['its end alone', () => tarEnd, 'empty'],
    ['nothing that can be committed', () => Buffer.concat([file('.git/config'), tarEnd]), 'empty'],
    ['other bytes', () => Buffer.from('hello '.repeat(200)), 'not_a_tar'],
    ['a few other bytes', () => Buffer.from('hello'), 'not_a_tar'],
    ['a compressed archive', () => Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(600, 7)]), 'not_a_tar'],
    ['a damaged header', () => Buffer.concat([good, Buffer.alloc(512, 1)]), 'corrupt'],
    ['a negative size', () => Buffer.concat([good, rawEntry('x', '0', Buffer.alloc(0), '-1\0')]), 'corrupt'],
    ['its end missing', () => rawEntry('cut', '0', Buffer.alloc(2_000)).subarray(0, 1_000), 'truncated'],
  ])('with %s is refused', async (_title, tar, rule) => {
    expect(await refused(await tar())).toEqual([rule])
  })

  test('that stops arriving ends with the reason of its signal, and git with it', async () => {
    const scratch = await mkdtemp(join(all, 'one-'))
    const stop = new AbortController()
    const never = new Readable({ read: () => undefined })
    never.push(good.subarray(0, 600))
    const making = commitFolder(scratch, never, { signal: stop.signal, limits })
    stop.abort(new Error('the sender is gone'))
    await expect(making).rejects.toThrow('the sender is gone')
  })
})
