import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { BundleToInspect, InspectionResult } from '../repositories.ts'
import {
  type TestRepositories,
  openTestRepositories,
  plainGit,
  runDirectly,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
let sample: Sample

beforeEach(async () => {
  world = await openTestRepositories()
  sample = new Sample(join(world.folder, 'sample'))
})
afterEach(() => world.end())

const dataFolder = (name: string) => join(world.folder, 'data', name)
const leftovers = async () => {
  await world.repositories.close()
  return ['cache/repositories', 'quarantine', 'worktrees'].flatMap((name) => readdirSync(dataFolder(name)))
}
const inspect = (bundle: Partial<BundleToInspect> = {}): Promise<InspectionResult> =>
  world.repositories.inspectBundle({
    bundlePath: join(world.folder, 'sample.bundle'),
    commitSha: 'a'.repeat(40),
    branch: 'main',
    run: runDirectly,
    ...bundle,
  })
const bundleOf = (commitSha: string) => ({ commitSha, bundlePath: sample.bundle(join(world.folder, 'sample.bundle')) })
const rejectedFor = async (bundle: Partial<BundleToInspect>) => {
  const inspected = await inspect(bundle)
  expect(inspected.ok).toBe(false)
  expect(await leftovers()).toEqual([])
  return inspected.ok ? [] : inspected.rejected
}

describe('a damaged bundle', () => {
  test('that is truncated anywhere', async () => {
    const bundle = bundleOf(sample.write('file', 'x'.repeat(10_000)).commit())
    const whole = readFileSync(bundle.bundlePath)
    for (const length of [
      whole.length - 1,
      whole.length - 21,
      whole.indexOf('PACK') + 13,
      whole.indexOf('PACK') + 3,
      whole.indexOf('PACK'),
      40,
    ]) {
      writeFileSync(bundle.bundlePath, whole.subarray(0, length))
      expect(await rejectedFor(bundle)).toMatchObject([{ rule: 'truncated', path: 'bundle' }])
    }
  })

  test('with any byte of the pack changed', async () => {
    const bundle = bundleOf(sample.write('file', 'content\n').write('other', 'more\n').commit())
    const whole = readFileSync(bundle.bundlePath)
    for (let offset = whole.indexOf('PACK') + 12; offset < whole.length; offset += 17) {
      const damaged = Buffer.from(whole)
      damaged[offset]! ^= 0x55
      writeFileSync(bundle.bundlePath, damaged)
      const [rejection] = await rejectedFor(bundle)
      expect(['corrupt', 'truncated', 'bad_object']).toContain(rejection?.rule)
    }
  })

  test('that is not a bundle, or is empty', async () => {
    for (const content of ['', 'hello', '\x1f\x8b\x08']) {
      writeFileSync(join(world.folder, 'sample.bundle'), content)
      expect(await rejectedFor({})).toMatchObject([{ rule: 'not_a_bundle' }])
    }
  })

  test('that has no pack behind its header', async () => {
    const bundle = bundleOf(sample.write('file', 'content\n').commit())
    const whole = readFileSync(bundle.bundlePath)
    const header = whole.subarray(0, whole.indexOf('PACK'))
    writeFileSync(bundle.bundlePath, Buffer.concat([header, Buffer.from('NOT A PACK AT ALL, BUT LONG ENOUGH')]))
    expect(await rejectedFor(bundle)).toMatchObject([{ rule: 'corrupt' }])
  })

  test('of an empty repository, forged because git creates no such bundle', async () => {
    const forged = Buffer.concat([Buffer.from('# v2 git bundle\n\nPACK\0\0\0\x02\0\0\0\0', 'latin1'), Buffer.alloc(20)])
    writeFileSync(join(world.folder, 'sample.bundle'), forged)
    expect(await rejectedFor({})).toMatchObject([{ rule: 'empty' }])
  })

  test('from a shallow clone', async () => {
    sample.write('file', '1').commit()
    const commitSha = sample.write('file', '2').commit()
    plainGit(world.folder, ['clone', '--quiet', '--depth', '1', `file://${sample.path}`, 'shallow'])
    const bundlePath = join(world.folder, 'shallow.bundle')
    plainGit(join(world.folder, 'shallow'), ['bundle', 'create', '--quiet', bundlePath, 'main'])
    const message = expect.stringContaining('git fetch --unshallow') as string
    expect(await rejectedFor({ bundlePath, commitSha })).toMatchObject([{ rule: 'incomplete_history', message }])
  })

  test('that needs commits it does not contain', async () => {
    sample.write('file', '1').commit()
    const commitSha = sample.write('file', '2').commit()
    const bundlePath = sample.bundle(join(world.folder, 'rest.bundle'), 'main~1..main')
    expect(await rejectedFor({ bundlePath, commitSha })).toMatchObject([{ rule: 'incomplete_history' }])
  })

  test('with SHA-256 names', async () => {
    const other = join(world.folder, 'sha256')
    plainGit(world.folder, ['init', '--quiet', '--object-format=sha256', other])
    plainGit(other, ['commit', '--quiet', '--allow-empty', '--message', 'x'])
    const bundlePath = join(world.folder, 'sha256.bundle')
    plainGit(other, ['bundle', 'create', '--quiet', bundlePath, '--all'])
    expect(await rejectedFor({ bundlePath })).toMatchObject([{ rule: 'object_format' }])
  })
})

describe('a malicious history', () => {
  const bad = (name: string | Buffer, mode = '100644') =>
    sample.commitTree(sample.tree([mode, name, sample.object('blob', 'x')]))

  test.each(['.git', '.GIT', 'git~1', '.git ', '.git.', '..', '.', 'a/b', '.g\u200cit', '.gi\ufefft'])(
    'with an entry named %j',
    async (name) => {
      const rejected = await rejectedFor(bundleOf(bad(name)))
      expect(rejected.map(({ rule }) => rule)).toContain('forbidden_path')
      for (const { message } of rejected) expect(message).toMatch(/\.$/)
    },
  )

  test('with .git deep in an old commit is refused with its folder', async () => {
    const inner = sample.tree(['100644', '.git', sample.object('blob', 'x')])
    const old = sample.commitTree(sample.tree(['40000', 'docs', inner]))
    const commitSha = sample.commitTree(sample.tree(['100644', 'fine', sample.object('blob', 'x')]), old)
    const rejected = await rejectedFor(bundleOf(commitSha))
    expect(rejected).toMatchObject([
      { rule: 'forbidden_path', path: 'docs', message: expect.stringContaining('hasDotgit') },
    ])
  })

  test('with names that differ only by case', async () => {
    sample.write('src/Readme', '1').write('src/readme', '2').write('other/README', '3')
    const rejected = await rejectedFor(bundleOf(sample.commit()))
    expect(rejected).toMatchObject([{ rule: 'case_clash', path: 'src/Readme' }])
    expect(rejected[0]?.message).toContain('src/Readme and src/readme')
  })

  test('with such names in a published history, which one more commit mends', async () => {
    const bundlePath = join(import.meta.dirname, 'fixtures/tree-case.bundle')
    const rejected = await rejectedFor({ bundlePath, commitSha: '0c42c56cc3599a8887b5f544db302b03d0b14d5b' })
    expect(rejected).toMatchObject([
      { rule: 'case_clash', path: 'AGENTS.md', message: expect.stringMatching(/in a new commit\.$/) as string },
      { rule: 'case_clash', path: 'Docs' },
    ])
  })

  test.each([
    ['an option as its address', '[submodule "a"]\n\tpath = a\n\turl = -u./payload\n'],
    ['a remote helper as its address', '[submodule "a"]\n\tpath = a\n\turl = ext::sh -c touch% /tmp/x\n'],
    [
      'a command as its update',
      '[submodule "a"]\n\tpath = a\n\turl = https://example.com/a\n\tupdate = !touch /tmp/x\n',
    ],
    ['a name that steps out', '[submodule "../../x"]\n\tpath = a\n\turl = https://example.com/a\n'],
    ['an option as its path', '[submodule "a"]\n\tpath = -a\n\turl = https://example.com/a\n'],
    ['what is no configuration', '[submodule "a"\n'],
  ])('with a submodule that has %s', async (_title, content) => {
    const commitSha = sample.commitTree(sample.tree(['100644', '.gitmodules', sample.object('blob', content)]))
    expect((await rejectedFor(bundleOf(commitSha))).map(({ rule }) => rule)).toContain('submodule')
  })

  test('with .gitmodules as a link', async () => {
    const rejected = await rejectedFor(bundleOf(bad('.gitmodules', '120000')))
    expect(rejected.map(({ rule }) => rule)).toContain('forbidden_path')
  })

  test('with links into git’s own folder, under every name that a system takes for it', async () => {
    const targets = ['.git/hooks', '../.GIT/config', './.git', 'a/../GIT~1/x', '.g\u200cit/x', '.git. /x', 'a\\.git/x']
    const links = targets.map((target, at) => ['120000', `bad-${at}`, sample.object('blob', target)] as const)
    const fine = ['.github/x', '.gitignore', 'digit', '.git.d/x'].map(
      (target, at) => ['120000', `fine-${at}`, sample.object('blob', target)] as const,
    )
    const inner = sample.tree(...links, ...fine)
    const rejected = await rejectedFor(bundleOf(sample.commitTree(sample.tree(['40000', 'docs', inner]))))
    expect(rejected.map(({ rule, path }) => `${rule} ${path}`)).toEqual(
      targets.map((_target, at) => `forbidden_path docs/bad-${at}`),
    )
    expect(rejected[0]?.message).toBe('docs/bad-0 is a link into git’s own folder .git. Remove it.')
  })

  test('with repeated or unsorted entries, and malformed objects', async () => {
    const blob = sample.object('blob', 'x')
    const trees = [
      sample.tree(['100644', 'a', blob], ['100644', 'a', blob]),
      sample.tree(['100644', 'b', blob], ['100644', 'a', blob]),
      sample.object('tree', Buffer.from('100644 cut\0short')),
    ]
    for (const tree of trees) {
      const commitSha = sample.commitTree(tree)
      // Ordinary git does not even pack some of these.
      if (!canBundle(commitSha)) continue
      const [rejection] = await rejectedFor({ commitSha })
      expect(['bad_object', 'corrupt']).toContain(rejection?.rule)
    }
  })

  const canBundle = (commitSha: string) => {
    try {
      return bundleOf(commitSha).commitSha === commitSha
    } catch {
      return false
    }
  }

  test('with a commit that has no author', async () => {
    const tree = sample.tree(['100644', 'a', sample.object('blob', 'x')])
    const commitSha = sample.object('commit', `tree ${tree}\n\nNo author\n`)
    sample.git('update-ref', 'refs/heads/main', commitSha)
    expect(await rejectedFor(bundleOf(commitSha))).toMatchObject([{ rule: 'bad_object' }])
  })

  test('with pointers to Git LFS', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`
    sample.write('assets/film.mp4', pointer).write('readme', pointer.slice(0, 30))
    const rejected = await rejectedFor(bundleOf(sample.commit()))
    expect(rejected).toMatchObject([{ rule: 'lfs_pointer', path: 'assets/film.mp4' }])
  })
})
