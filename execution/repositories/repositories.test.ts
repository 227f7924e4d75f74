import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { writeCommit } from './commits/commits.ts'
import { emptyManifest } from './bundles/manifest.ts'
import { isBranchName, isRefName, storedRefs } from './refs.ts'
import type { Repositories } from './repositories.ts'
import {
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  Sample,
} from '../../testing/repositories/samples.ts'

const begin = { message: 'Begin', at: new Date('2026-03-04T05:06:07Z'), key: 'begin' }
const create = async (id: string, root = begin) =>
  (await repositories.create({ workspace: 'any', repositoryId: id }, root)).commitSha

let world: TestRepositories
let repositories: Repositories
let sample: Sample
let commits: string[]

beforeEach(async () => {
  world = await openTestRepositories()
  repositories = world.repositories
  sample = new Sample(join(world.folder, 'sample'))
  commits = ['1', '2', '3'].map((content) => sample.write('file', content).commit(content))
})
afterEach(() => world.end())

describe('a repository', () => {
  test('is created with an empty root commit', async () => {
    const sha = await create('one')
    expect(await repositories.exists('one')).toBe(true)
    expect([await repositories.commitExists('one', sha), await storedRefs(world.gitDirOf('one'))]).toEqual([true, []])
    await repositories.close()
    expect(readdirSync(dirname(world.gitDirOf('one')))).toEqual(['one.git'])
  })

  test.runIf(isLong)('begins with the commit that git commit-tree writes for the same details', async () => {
    const one = await create('one')
    const two = await create('two')
    const later = await create('later', { ...begin, key: 'other' })
    expect(two).toBe(one)
    expect(later).not.toBe(one)
    const gitDir = world.gitDirOf('one')
    expect(plainGit(gitDir, ['fsck', '--strict', '--full', '--no-dangling'])).toBe('')
    expect(await writeCommit(gitDir, { ...begin, tree: `${one}^{tree}`, parents: [] })).toBe(one)
    expect(emptyManifest(one)).toEqual(await repositories.manifestOf('one', one))
  })

  test.runIf(isLong)('passes git fsck', async () => {
    await importSample(world, 'one', sample)
    expect(plainGit(world.gitDirOf('one'), ['fsck', '--strict', '--full'])).toBe('')
    expect(plainGit(world.gitDirOf('one'), ['rev-parse', '--is-bare-repository'])).toBe('true')
  })

  test.runIf(isLong).each(['', '../x', 'a/b', '.x', 'a.git', '-x', 'é', 'x'.repeat(65)])(
    'refuses the id “%s”',
    async (id) => {
      await expect(repositories.holding(id, async () => {})).rejects.toThrow('not a repository id')
      await expect(async () => create(id)).rejects.toThrow('not a repository id')
    },
  )
})

test.runIf(isLong)('branches and tags of git itself are listed', async () => {
  sample.git('tag', '--annotate', '--message', 'One', 'v1', commits[0]!)
  await importSample(world, 'one', sample)
  const tag = sample.git('rev-parse', 'v1')
  expect(await storedRefs(world.gitDirOf('one'))).toEqual([
    { name: 'refs/heads/main', sha: commits[2] },
    { name: 'refs/tags/v1', sha: tag },
  ])
})

describe('names of refs', () => {
  const odd = fc.string({
    unit: fc.constantFrom(...Array.from('ab/.@{}~^: \\*?[-'), '\u007f', '\n', 'é', '.lock'),
    minLength: 1,
    maxLength: 12,
  })

  test.runIf(isLong)('are accepted exactly where git accepts them', () =>
    fc.assert(
      fc.property(odd, (name) => {
        expect(isRefName(`refs/heads/${name}`)).toBe(gitTakes(`refs/heads/${name}`))
      }),
      { numRuns: 150 },
    ),
  )

  test('cannot begin with a dash', () => {
    expect(isBranchName('-x')).toBe(false)
    expect(isBranchName('HEAD')).toBe(false)
    expect(isBranchName('feature/x')).toBe(true)
  })

  const gitTakes = (name: string) => {
    try {
      plainGit(world.folder, ['check-ref-format', name])
      return true
    } catch {
      return false
    }
  }
})

describe('the history', () => {
  beforeEach(() => importSample(world, 'one', sample))

  test.runIf(isLong)('distinguishes ancestors from descendants', async () => {
    const [first, second, third] = commits as [string, string, string]
    expect(await repositories.isAncestor('one', first, third)).toBe(true)
    expect(await repositories.isAncestor('one', third, first)).toBe(false)
    expect(await repositories.mergeBase('one', second, third)).toBe(second)
    expect(await repositories.commitExists('one', first)).toBe(true)
    expect(await repositories.commitExists('one', 'a'.repeat(40))).toBe(false)
    const tree = await repositories.treeOf('one', first)
    expect(tree).toBe(sample.git('rev-parse', `${first}^{tree}`))
    expect(await repositories.commitExists('one', tree)).toBe(false)
  })

  test.runIf(isLong).each(['main', 'HEAD', '--all', 'a'.repeat(39), ''])(
    'accepts only full commit ids, not “%s”',
    async (name) => {
      await expect(async () => repositories.commitExists('one', name)).rejects.toThrow('full commit id')
      await expect(async () => repositories.treeOf('one', name)).rejects.toThrow('full commit id')
    },
  )

  test.runIf(isLong)('reads one file of a commit', async () => {
    sample.write('folder/ünïcode [x]*.txt', 'text\n').write(Buffer.from('latin-\xe9', 'latin1'), 'odd\n')
    const commit = sample.commit()
    await importSample(world, 'two', sample)
    const read = (path: object, maxBytes = 100) =>
      repositories.readFile('two', { commit, path: path as { path: string }, maxBytes })
    const plain = { mode: '100644', sha: expect.stringMatching(/^[0-9a-f]{40}$/) }
    expect(await read({ path: 'folder/ünïcode [x]*.txt' })).toEqual({
      ...plain,
      sizeBytes: 5,
      content: Buffer.from('text\n'),
    })
    expect(await read({ path: 'file' }, 0)).toEqual({ ...plain, sizeBytes: 1, content: undefined })
    const pathBase64 = Buffer.from('latin-\xe9', 'latin1').toString('base64')
    expect((await read({ pathBase64 }))?.content?.toString()).toBe('odd\n')
    const paths = [{ path: 'nothing' }, { path: 'file' }, { pathBase64 }, { path: 'file' }]
    const texts = (await repositories.readFiles('two', { commit, paths, maxBytes: 100 })).map((file) =>
      file?.content?.toString(),
    )
    expect(texts).toEqual([undefined, texts[1], 'odd\n', texts[1]])
    expect(texts[1]).toHaveLength(1)
    for (const path of ['folder', 'nothing', '', 'file/x', '../file']) expect(await read({ path })).toBeUndefined()
  })
})
