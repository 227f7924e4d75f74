import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Repositories } from '../repositories.ts'
import {
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
let repositories: Repositories
let sample: Sample
let base: string

beforeEach(async () => {
  world = await openTestRepositories()
  repositories = world.repositories
  sample = new Sample(join(world.folder, 'sample'))
  base = sample.write('file', 'one\ntwo\nthree\n').write('other', 'other\n').commit()
})
afterEach(() => world.end())

/** Two commits on the same base, and the repository that holds both. */
const branches = async (ours: Record<string, string>, theirs: Record<string, string>) => {
  const commitOn = (branch: string, files: Record<string, string>) => {
    sample.git('checkout', '--quiet', '-b', branch, base)
    for (const [name, content] of Object.entries(files)) sample.write(name, content)
    return sample.commit(branch)
  }
  const shas = { ours: commitOn('ours', ours), theirs: commitOn('theirs', theirs) }
  await importSample(world, 'one', sample)
  return shas
}
const details = { message: 'Merge', at: new Date(1_700_000_000_000), key: 'run-1 merge' }
const inRepository = (...argv: string[]) => plainGit(world.gitDirOf('one'), argv)

describe('a merge', () => {
  test('of a known fast-forward takes its files as git would, and answers about them equal the answers about the real tree', async () => {
    const shas = await branches({ file: 'ONE\ntwo\nthree\n' }, { new: 'new\n' })
    const { sha: first } = await repositories.merge('one', { ...shas, ...details })
    const files = await repositories.pathsOf('one', first!)
    const { sha: second } = await repositories.merge('one', { ours: shas.ours, theirs: first!, ...details })
    expect(inRepository('log', '-1', '--format=%P', second!)).toBe(`${shas.ours} ${first}`)
    expect(inRepository('rev-parse', `${second}^{tree}`)).toBe(
      inRepository('merge-tree', '--write-tree', shas.ours, first!),
    )
    expect(await repositories.pathsOf('one', second!)).toEqual(files)
    const changes = (head: string) => repositories.compare('one', { base: shas.ours, head })
    expect((await changes(second!)).files).toEqual((await changes(first!)).files)
    expect((await changes(second!)).files.map(({ path }) => path)).toEqual(['new'])
  })

  test.runIf(isLong)('makes a repeatable commit with two parents, and moves no ref', async () => {
    const shas = await branches({ file: 'ONE\ntwo\nthree\n' }, { file: 'one\ntwo\nTHREE\n', new: 'new\n' })
    const before = world.refsOf('one')
    const { sha } = await repositories.merge('one', { ...shas, ...details })
    expect(await repositories.merge('one', { ...shas, ...details })).toEqual({ sha })
    expect(inRepository('cat-file', 'blob', `${sha}:file`)).toBe('ONE\ntwo\nTHREE')
    expect(inRepository('log', '-1', '--format=%P', sha!)).toBe(`${shas.ours} ${shas.theirs}`)
    expect(world.refsOf('one')).toEqual(before)
  })

  test.runIf(isLong)('is known without asking git as git knows it', async () => {
    const { ours, theirs } = await branches({ file: 'ours\n' }, { other: 'theirs\n' })
    const { sha } = await repositories.merge('one', { ours, theirs, ...details })
    expect(await repositories.treeOf('one', sha!)).toBe(inRepository('rev-parse', `${sha}^{tree}`))
    for (const parent of [ours, theirs]) {
      expect(await repositories.mergeBase('one', parent, sha!)).toBe(inRepository('merge-base', parent, sha!))
      expect(await repositories.isAncestor('one', parent, sha!)).toBe(true)
      expect(await repositories.isAncestor('one', sha!, parent)).toBe(false)
    }
  })

  test.runIf(isLong)('never fast-forwards', async () => {
    const { theirs } = await branches({}, { file: 'changed\n' })
    const { sha } = await repositories.merge('one', { ours: base, theirs, ...details })
    expect(inRepository('log', '-1', '--format=%P', sha!)).toBe(`${base} ${theirs}`)
    expect(await repositories.treeOf('one', sha!)).toBe(await repositories.treeOf('one', theirs))
  })

  test.runIf(isLong)('of a merged branch changes nothing', async () => {
    const { ours } = await branches({ file: 'changed\n' }, {})
    expect(await repositories.merge('one', { ours, theirs: base, ...details })).toEqual({ sha: ours })
  })

  test.runIf(isLong)('that conflicts reports the paths and returns both sides', async () => {
    const shas = await branches(
      { file: 'ours\n', 'spaces and\nlines': 'ours\n', fine: 'fine\n' },
      { file: 'theirs\n', 'spaces and\nlines': 'theirs\n' },
    )
    const merged = await repositories.merge('one', { ...shas, ...details })
    expect(merged).toMatchObject({ conflicts: [{ path: 'file' }, { path: 'spaces and\nlines' }] })
    const worktree = await repositories.worktrees.acquire('one', { commit: shas.theirs })
    await repositories.worktrees.reset(worktree, { commit: shas.theirs, tree: merged.tree! })
    const text = readFileSync(join(worktree.path, 'file'), 'utf8')
    expect(text).toMatch(/<<<<<<< .*\nours\n=======\ntheirs\n>>>>>>> /)
    const parents = [shas.theirs, shas.ours]
    const resolved = await repositories.commitWorktree(worktree, { ...details, parents })
    expect(inRepository('log', '-1', '--format=%P', resolved.sha!)).toBe(parents.join(' '))
  })

  test.runIf(isLong)('ignores merge drivers named in .gitattributes', async () => {
    const canary = join(world.folder, 'ran')
    sample.write('.gitattributes', 'file merge=evil\n')
    base = sample.commit()
    const shas = await branches({ file: 'ours\n' }, { file: 'theirs\n' })
    expect(await repositories.merge('one', { ...shas, ...details })).toMatchObject({ conflicts: [{ path: 'file' }] })
    expect(() => readFileSync(canary)).toThrow('ENOENT')
  })
})

describe('a comparison', () => {
  test.runIf(isLong)('starts from the merge base', async () => {
    const { ours, theirs } = await branches({ file: 'ours\n' }, { other: 'theirs\nmore\n' })
    expect(await repositories.compare('one', { base: ours, head: theirs })).toEqual({
      mergeBase: base,
      truncated: false,
      files: [
        {
          path: 'other',
          kind: 'modified',
          additions: 2,
          deletions: 1,
          binary: false,
          modeBefore: '100644',
          modeAfter: '100644',
        },
      ],
    })
  })

  test.runIf(isLong)('distinguishes renames, binaries, links, modes and unusual names', async () => {
    const head = await (async () => {
      sample.git('checkout', '--quiet', '-b', 'head', base)
      sample.git('mv', 'file', 'renamed -> file')
      sample
        .write('binary', Buffer.from([0, 1, 2, 0]))
        .write(Buffer.from('caf\xe9', 'latin1'), 'x\n')
        .write('a\tb\nc', 'x\n')
      sample.git('rm', '--quiet', 'other')
      sample.git('update-index', '--add', '--cacheinfo', `120000,${sample.object('blob', '/etc/passwd')},link`)
      sample.git('add', 'binary', '.')
      sample.git('commit', '--quiet', '--message', 'x')
      return sample.git('rev-parse', 'HEAD')
    })()
    await importSample(world, 'one', sample)
    const { files } = await repositories.compare('one', { base, head })
    const shown = files.map(({ path, pathBase64, kind, from, binary, modeAfter }) => [
      path ?? pathBase64,
      kind,
      from?.path,
      binary,
      modeAfter,
    ])
    expect(shown).toEqual([
      ['a\tb\nc', 'added', undefined, false, '100644'],
      ['binary', 'added', undefined, true, '100644'],
      [Buffer.from('caf\xe9', 'latin1').toString('base64'), 'added', undefined, false, '100644'],
      ['other', 'deleted', undefined, false, '000000'],
      ['renamed -> file', 'renamed', 'file', false, '100644'],
    ])
  })

  test.runIf(isLong)('is limited in size', async () => {
    const { ours, theirs } = await branches({}, { a: 'a\n', b: 'b\n', c: 'c\n' })
    const compared = await repositories.compare('one', { base: ours, head: theirs, maxFiles: 2 })
    expect(compared.truncated).toBe(true)
    expect(compared.files.map(({ path }) => path)).toEqual(['a', 'b'])
    expect((await repositories.compare('one', { base: ours, head: theirs, maxFiles: 3 })).truncated).toBe(false)
  })

  test.runIf(isLong)('of unrelated histories shows the whole head', async () => {
    sample.git('checkout', '--quiet', '--orphan', 'lonely')
    const lonely = sample.commit('Lonely')
    await importSample(world, 'one', sample)
    const { mergeBase, files } = await repositories.compare('one', { base, head: lonely })
    expect(mergeBase).toBeUndefined()
    expect(files.map(({ path, kind }) => [path, kind])).toEqual([
      ['file', 'added'],
      ['other', 'added'],
    ])
  })
})

describe('a patch', () => {
  test.runIf(isLong)('shows all files or one, for any file name', async () => {
    const name = Buffer.from('caf\xe9*', 'latin1')
    sample.git('checkout', '--quiet', '-b', 'head')
    const head = sample.write(name, 'latin\n').write('file', 'changed\n').write('*', 'star\n').commit()
    await importSample(world, 'one', sample)
    const patch = async (path?: object) =>
      (
        await repositories.patch('one', {
          base,
          head,
          maxBytes: 10_000,
          ...(path ? { path: path as { path: string } } : {}),
        })
      ).text
    expect((await patch()).match(/^diff --git/gm)).toHaveLength(3)
    expect(await patch({ path: '*' })).toMatch(/^diff --git a\/\* b\/\*\n[^]*\+star\n$/)
    expect(await patch({ pathBase64: name.toString('base64') })).toMatch(/^diff --git [^\n]*\n[^]*\+latin\n$/)
    expect(await patch({ path: 'nothing' })).toBe('')
    expect(await patch({ path: '../../etc/passwd' })).toBe('')
  })

  test.runIf(isLong)('is shortened at the end of a line', async () => {
    const { ours, theirs } = await branches({}, { long: 'line\n'.repeat(1000) })
    const whole = await repositories.patch('one', { base: ours, head: theirs, maxBytes: 100_000 })
    expect(whole.truncated).toBe(false)
    const cut = await repositories.patch('one', { base: ours, head: theirs, maxBytes: 1003 })
    expect(cut.truncated).toBe(true)
    expect(cut.text.length).toBeLessThanOrEqual(1003)
    expect(cut.text.endsWith('\n')).toBe(true)
    expect(whole.text.startsWith(cut.text)).toBe(true)
    expect((await repositories.patch('one', { base: ours, head: theirs, maxBytes: whole.text.length })).truncated).toBe(
      false,
    )
  })
})
