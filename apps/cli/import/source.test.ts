import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { plainGit, Sample } from '../../../testing/repositories/samples.ts'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import { importSource } from './import-path.ts'
import { chooseBranch, openSource } from './source.ts'
import { stackOf } from '../../../domains/code/imports/rules.ts'

const all = await mkdtemp(join(tmpdir(), 'cli-source-'))
afterAll(() => rm(all, { recursive: true, force: true }))

let count = 0
let folder: string
let sample: Sample
beforeEach(async () => {
  folder = join(all, String((count += 1)))
  await mkdir(folder)
  sample = new Sample(join(folder, 'shop'))
})

const scratch = async () => {
  const made = join(folder, `scratch-${(count += 1)}`)
  await mkdir(made)
  return made
}
const opened = async (path = sample.path, branch?: string) => {
  const { session, said } = quietSession(folder)
  return { said, source: await openSource(session, path, await scratch(), branch) }
}

describe('from a repository', () => {
  test.runIf(isLong)('the bundle holds the whole history of all branches and tags, and is reproducible', async () => {
    sample.write('a', '1').commit()
    sample.git('branch', 'side')
    sample.git('tag', '--annotate', '--message=v1', 'v1')
    const head = sample.write('a', '2').commit()
    const one = await opened()
    const two = await opened()
    expect(one.source).toMatchObject({ name: 'shop', branch: 'main', commitSha: head })
    expect(one.source.bundleSha256).toBe(two.source.bundleSha256)
    expect(
      createHash('sha256')
        .update(await readFile(one.source.bundlePath))
        .digest('hex'),
    ).toBe(one.source.bundleSha256)
    const refs = plainGit(folder, ['bundle', 'list-heads', one.source.bundlePath]).split('\n')
    expect(refs.map((line) => line.slice(41)).sort()).toEqual([
      'HEAD',
      'refs/heads/main',
      'refs/heads/side',
      'refs/tags/v1',
    ])
    plainGit(folder, ['clone', '--quiet', one.source.bundlePath, join(folder, 'copy')])
    expect(plainGit(join(folder, 'copy'), ['rev-list', '--all', '--objects'])).toBe(
      sample.git('rev-list', '--all', '--objects'),
    )
  })

  test('uncommitted files are reported and left out', async () => {
    sample.write('a', '1').commit()
    const { said } = await (sample.write('a', '2').write('b', 'x'), opened())
    expect(said).toContain('1 change that is not committed stays out: a')
    expect(said).toContain('Not tracked by git, and left out: b')
  })

  test.runIf(isLong)('another branch can be chosen, and for a missing one the message lists the branches', async () => {
    sample.write('a', '1').commit()
    sample.git('switch', '--quiet', '--create', 'side')
    const side = sample.write('a', '2').commit()
    sample.git('switch', '--quiet', 'main')
    expect((await opened(sample.path, 'side')).source).toMatchObject({ branch: 'side', commitSha: side })
    await expect(opened(sample.path, 'nope')).rejects.toMatchObject({
      code: 'no_branch',
      message: expect.stringContaining('main, side') as string,
    })
  })

  test.runIf(isLong)('a detached HEAD uses the usual branch', async () => {
    const first = sample.write('a', '1').commit()
    const head = sample.write('a', '2').commit()
    sample.git('checkout', '--quiet', first)
    expect((await opened()).source).toMatchObject({ branch: 'main', commitSha: head })
  })

  test('a bare repository is imported under its name', async () => {
    sample.write('a', '1').commit()
    plainGit(folder, ['clone', '--quiet', '--bare', sample.path, join(folder, 'store.git')])
    expect((await opened(join(folder, 'store.git'))).source).toMatchObject({ name: 'store', branch: 'main' })
  })
})

describe('from a bundle', () => {
  test('the file is uploaded unchanged', async () => {
    const head = sample.write('a', '1').commit()
    const path = sample.bundle(join(folder, 'shop.bundle'))
    const { source } = await opened(path)
    expect(source).toMatchObject({ name: 'shop', branch: 'main', commitSha: head, bundlePath: path })
    expect(source.bundleSizeBytes).toBe((await readFile(path)).length)
  })

  test.runIf(isLong).each([
    ['not a bundle', (bytes: Buffer) => Buffer.concat([Buffer.from('hello'), bytes]), 'not_a_bundle'],
    ['cut off in its header', (bytes: Buffer) => bytes.subarray(0, 30), 'truncated'],
    ['cut off in its pack', (bytes: Buffer) => bytes.subarray(0, -30), 'corrupt'],
    ['changed in its pack', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -30), Buffer.alloc(30)]), 'corrupt'],
  ])('an invalid file is refused: %s', async (_, change, code) => {
    sample.write('a', 'some text\n'.repeat(100)).commit()
    const path = join(folder, 'bad.bundle')
    await writeFile(path, change(await readFile(sample.bundle(join(folder, 'good.bundle')))))
    await expect(opened(path)).rejects.toMatchObject({ kind: 'failed', code })
  })

  test('a bundle that needs commits outside itself is refused', async () => {
    sample.write('a', '1').commit()
    sample.write('a', '2').commit()
    const path = sample.bundle(join(folder, 'rest.bundle'), 'main', '^main~1')
    await expect(opened(path)).rejects.toMatchObject({ code: 'incomplete_history' })
  })
})

test.each([
  ['the branch at HEAD', { HEAD: '1', main: '2', side: '1' }, 'side'],
  ['the usual one of several at HEAD', { HEAD: '1', a: '1', master: '1' }, 'master'],
  ['the usual one without HEAD', { main: '2', side: '1' }, 'main'],
  ['the only one', { dev: '1' }, 'dev'],
])('the branch of a bundle: %s', (_, refs, branch) => {
  const named = Object.entries(refs).map(([name, sha]) => ({
    name: name === 'HEAD' ? name : `refs/heads/${name}`,
    sha,
  }))
  expect(chooseBranch(named).branch).toBe(branch)
})

test('the person chooses among several branches without a usual name', () => {
  const refs = ['a', 'b'].map((name) => ({ name: `refs/heads/${name}`, sha: '1' }))
  expect(() => chooseBranch(refs)).toThrow('Say it with --branch: a, b')
  expect(chooseBranch(refs, 'b').branch).toBe('b')
})

describe('refused before the upload', () => {
  const importing = async (options = {}) => {
    const { session, said } = quietSession(folder)
    return {
      said,
      imported: await importSource(session, await openSource(session, sample.path, await scratch()), options),
    }
  }

  test('a missing path', async () => {
    await expect(opened('nowhere')).rejects.toMatchObject({ kind: 'usage' })
  })

  test('Git LFS pointers, with their names', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`
    sample.write('film.mp4', pointer).commit()
    await expect(importing()).rejects.toMatchObject({
      code: 'lfs_pointer',
      message: expect.stringContaining('film.mp4') as string,
    })
  })

  test('names that differ only by case', async () => {
    sample.write('Readme', '1').write('README', '2').commit()
    await expect(importing()).rejects.toMatchObject({ code: 'case_clash' })
  })

  test('secrets in the history, when requested', async () => {
    // In two parts, so that this file holds no secret.
    sample
      .write('key.txt', `npm_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}\n`)
      .write('a', '1')
      .commit()
    sample.git('rm', '--quiet', 'key.txt')
    sample.write('a', '2').commit()
    await expect(importing({ onFindings: 'stop' })).rejects.toMatchObject({
      kind: 'failed',
      code: 'findings_present',
      message: expect.stringContaining('key.txt:1') as string,
    })
    // Only a person can keep them, and none is here: then the server fails, which is absent.
    await expect(importing()).rejects.toMatchObject({ code: 'review_needed' })
    for (const options of [{ yes: true }, { onFindings: 'keep' as const }])
      await expect(importing(options)).rejects.toThrow('no server here')
  })
})

test('the stack is detected from the files at the root', () => {
  const files = (...paths: string[]) => paths.map((path) => ({ path, mode: '100644', size: 1, blobSha: '' }))
  expect(stackOf(files('go.mod', 'sub/package.json'))).toBe('go')
  expect(stackOf(files('README'))).toBe('other')
})
