import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import {
  importBundle,
  importSample,
  openTestRepositories,
  plainGit,
  runDirectly,
  Sample,
} from '../../../testing/repositories/samples.ts'

const world = await openTestRepositories()
afterAll(() => world.end())
const { reads } = world.repositories

const latinName = Buffer.from('caf\xe9.txt', 'latin1')
const latin1 = Buffer.from('caf\xe9\n', 'latin1')
const sample = new Sample(join(world.folder, 'sample'))
sample.write('.gitignore', '.env\n*.log\n!kept.log\n/out/\n').write('.env', 'KEY=before\n').write('a.log', '1\n')
sample.write('kept.log', '1\n').write('out/x', '1\n').write('src/out/x', '1\n').write('gone.txt', 'gone\n')
sample.write('src/.gitignore', 'secret\n').write('src/secret', '1\n').write('secret', 'not ignored here\n')
sample.write('node_modules/kept/index.js', 'vendored\n').write('latin1.txt', latin1).write('empty', '')
sample.write('moved.txt', 'one\ntwo\nthree\nfour\n').write('bytes.bin', Buffer.from('a\0b'))
sample.write(latinName, 'not text\n').write('new\nline', '1\n').write(':(top)*', 'magic\n')
symlinkSync('/etc/passwd', join(sample.path, 'link'))
const base = sample.commit()
sample.git('mv', 'moved.txt', 'to.txt')
sample.git('rm', '-q', 'gone.txt')
sample
  .write('.env', 'KEY=after\n')
  .write('src/secret', '2\n')
  .write('secret', 'changed\n')
  .write('big.txt', 'x\n'.repeat(3_000_000))
sample.write('big.bin', Buffer.alloc(5_000_000)).write('bytes.bin', Buffer.from('a\0c')).write('new\nline', '2\n')
sample.write(latinName, 'changed\n').write(Buffer.from('caf\xe8.txt', 'latin1'), 'new\n').write('a\\b.txt', '1\n')
sample.write('latin1.txt', Buffer.from('caf\xe8\n', 'latin1'))
const head = sample.commit()
await importSample(world, 'one', sample)
const limits = { maxBytes: 100_000 }

describe('files that git ignores by the rules of a commit are absent, tracked or not', () => {
  test('in the list of its plain files, which is sorted by bytes', async () => {
    const { paths, truncated } = await reads.files('one', { commit: base, maxFiles: 1_000 })
    expect({ paths, truncated }).toEqual({
      paths: [
        '.gitignore',
        ':(top)*',
        'bytes.bin',
        'empty',
        'gone.txt',
        'kept.log',
        'latin1.txt',
        'moved.txt',
        'new\nline',
        'node_modules/kept/index.js',
        'secret',
        'src/.gitignore',
        'src/out/x',
      ],
      truncated: false,
    })
  })

  test.runIf(isLong)('in its files, and no link is followed', async () => {
    const read = async (path: string) => (await reads.file('one', { commit: base, path: { path }, ...limits }))?.content
    const absent = [
      '.env',
      'a.log',
      'out/x',
      'src/secret',
      'link',
      'src',
      'none',
      '.git/config',
      '*',
      'x'.repeat(5_000),
    ]
    for (const path of absent) expect([path, await read(path)]).toEqual([path, undefined])
    expect(await read('kept.log')).toEqual(Buffer.from('1\n'))
    expect(await read('latin1.txt')).toEqual(latin1)
    expect(await read('empty')).toEqual(Buffer.alloc(0))
    expect(await read(':(top)*')).toEqual(Buffer.from('magic\n'))
    expect(await read('new\nline')).toEqual(Buffer.from('1\n'))
  })

  test.runIf(isLong)('in the list of changes', async () => {
    const { files, mergeBase, truncated } = await reads.changes('one', { base, head, maxFiles: 100 })
    expect({ mergeBase, truncated }).toEqual({ mergeBase: base, truncated: false })
    expect(files.map(({ path, kind }) => [kind, path])).toEqual([
      ['added', 'a\\b.txt'],
      ['added', 'big.bin'],
      ['added', 'big.txt'],
      ['modified', 'bytes.bin'],
      ['added', undefined],
      ['modified', undefined],
      ['deleted', 'gone.txt'],
      ['modified', 'latin1.txt'],
      ['modified', 'new\nline'],
      ['modified', 'secret'],
      ['renamed', 'to.txt'],
    ])
    expect((await reads.changes('one', { base, head, maxFiles: 2 })).truncated).toBe(true)
  })

  test.runIf(isLong)('in the changes of a file', async () => {
    const patch = (path: string) => reads.patch('one', { base, head, path: { path }, ...limits })
    for (const path of ['.env', 'src/secret', 'kept.log', 'none', 'moved.txt', '../x', ':(top)*'])
      expect([path, await patch(path)]).toEqual([path, undefined])
    expect((await patch('to.txt'))!.text).toMatch(/rename from moved\.txt\nrename to to\.txt\n$/)
    expect((await patch('gone.txt'))!.text).toMatch(/deleted file[\s\S]*\n-gone\n$/)
    const pathBase64 = latinName.toString('base64')
    const named = (await reads.patch('one', { base, head, path: { pathBase64 }, ...limits }))!.text
    expect(named).toMatch(/^diff --git "a\/caf\\351\.txt" [\s\S]*\n-not text\n\+changed\n$/)
    expect((await patch('a\\b.txt'))!.text).toMatch(/\n\+1\n$/)
    expect((await patch('latin1.txt'))!.text).toMatch(/\n-café\n\+cafè\n$/)
    expect((await patch('new\nline'))!.text).toMatch(/\n-1\n\+2\n$/)
  })
})

test.runIf(isLong)('distinguishes a patch that is too long from one of a binary file', async () => {
  const patch = (path: string, maxBytes = 100_000) => reads.patch('one', { base, head, path: { path }, maxBytes })
  expect(await patch('big.txt')).toEqual({ text: undefined, binary: false })
  expect(await patch('big.bin')).toEqual({ text: undefined, binary: true })
  expect(await patch('bytes.bin')).toEqual({ text: undefined, binary: true })
  expect(await patch('secret', 20)).toEqual({ text: undefined, binary: false })
})

test('a file of more bytes than asked for has a size and no content', async () => {
  const file = await reads.file('one', { commit: head, path: { path: 'big.txt' }, ...limits })
  expect(file).toEqual({
    sizeBytes: 6_000_000,
    mode: '100644',
    sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    content: undefined,
  })
})

test.runIf(isLong)('a list is cut at its limit, and keeps the rules behind the cut', async () => {
  const other = new Sample(join(world.folder, 'cut'))
  other
    .write('a/!first', '1\n')
    .write('a/!hidden', '1\n')
    .write('a/.gitignore', '!hidden\n\\!hidden\n')
    .write('b', '1\n')
  const commit = other.commit()
  await importSample(world, 'cut', other)
  const listed = (maxFiles: number) => reads.files('cut', { commit, maxFiles })
  expect(await listed(2)).toEqual({ paths: ['a/!first'], truncated: true })
  expect(await listed(4)).toEqual({ paths: ['a/!first', 'a/.gitignore', 'b'], truncated: false })
})

test.runIf(isLong)('a tree of a few objects that names billions of files is listed up to the limit', async () => {
  const bomb = new Sample(join(world.folder, 'bomb'))
  const blob = bomb.object('blob', 'x\n')
  let tree = bomb.tree(...Array.from({ length: 10 }, (_, at) => ['100644', `f${at}`, blob] as const))
  for (let depth = 0; depth < 10; depth += 1)
    tree = bomb.tree(...Array.from({ length: 10 }, (_, at) => ['40000', `d${at}`, tree] as const))
  const commit = bomb.commitTree(tree)
  // An import refuses it; a branch beside the imported one is not looked at.
  bomb.git('update-ref', 'refs/heads/bomb', commit)
  const small = bomb.commitTree(bomb.tree(['100644', 'file', blob]))
  const bundlePath = bomb.bundle(join(world.folder, 'bomb.bundle'))
  await importBundle(world.repositories, 'bomb', { bundlePath, commitSha: small, branch: 'main', run: runDirectly })
  const { paths, truncated } = await reads.files('bomb', { commit, maxFiles: 1_000 })
  expect([paths.length, truncated]).toEqual([1_000, true])
})

test.runIf(isLong)('a commit that no given commit reaches is absent, stored or not', async () => {
  const gitDir = world.gitDirOf('one')
  const refused = plainGit(gitDir, ['commit-tree', `${head}^{tree}`, '-p', head, '-m', 'Refused'])
  const reachable = (sha: string) => reads.isReachable('one', sha, [head])
  expect(await Promise.all([head, base, refused, `${head}^{tree}`].slice(0, 3).map(reachable))).toEqual([
    true,
    true,
    false,
  ])
  const tree = plainGit(gitDir, ['rev-parse', `${head}^{tree}`])
  const absent = 'a'.repeat(40)
  expect(await Promise.all([tree, absent].map(reachable))).toEqual([false, false])
  expect(await reads.isReachable('one', refused, [absent, refused])).toBe(true)
})

test('a read ends with its signal', async () => {
  const signal = AbortSignal.abort(new Error('Too late'))
  await expect(reads.files('one', { commit: head, maxFiles: 10 }, signal)).rejects.toThrow('Too late')
  await expect(reads.changes('one', { base, head, maxFiles: 10 }, signal)).rejects.toThrow('Too late')
  await expect(reads.patch('one', { base, head, path: { path: 'secret' }, ...limits }, signal)).rejects.toThrow(
    'Too late',
  )
})
