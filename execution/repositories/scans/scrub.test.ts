import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import type { Repositories, Worktree } from '../repositories.ts'
import {
  digDeep,
  type TestRepositories,
  importSample,
  openTestRepositories,
  plainGit,
  richSample,
  Sample,
} from '../../../testing/repositories/samples.ts'

let world: TestRepositories
let repositories: Repositories
let sample: Sample
let commits: [string, string]

const open = async () => {
  world = await openTestRepositories()
  repositories = world.repositories
  sample = new Sample(join(world.folder, 'sample'))
  sample
    .write('file', 'content\n')
    .write('same', 'content\n')
    .write('src/deep/a', 'a\n')
    .write('.gitignore', 'ignored\n')
  const first = sample.commit()
  commits = [first, sample.write('file', 'second\n').write('more', 'more\n').commit()]
  await importSample(world, 'one', sample)
}

const folder = () => join(world.folder, 'data', 'worktrees')
const acquire = (commit = commits[0]) => repositories.worktrees.acquire('one', { commit })
const give = async (worktree: Worktree) => {
  await repositories.worktrees.release(worktree)
  await repositories.close()
}
const reusable = () => readdirSync(folder()).filter((name) => name.startsWith('spare.one.'))

/** Names, kinds, permissions, links and contents of all entries. */
const pictureOf = ({ path }: Worktree) => {
  const printed = execFileSync('find', ['.', '-path', './.git', '-prune', '-o', '-printf', '%p %y %m %l '], {
    cwd: path,
  })
  const files = execFileSync('sh', ['-c', 'find . -path ./.git -prune -o -type f -exec sha1sum {} + | sort'], {
    cwd: path,
  })
  return [printed.toString('latin1').split(' ').sort().join(' '), files.toString('latin1')]
}

describe('a released worktree', () => {
  beforeEach(open)
  afterEach(() => world.end())

  test('is reused for another commit like a new one', async () => {
    const first = await acquire()
    const { ino } = lstatSync(first.path)
    writeFileSync(join(first.path, 'untracked'), 'x')
    await give(first)
    expect(reusable()).toHaveLength(1)
    const second = await acquire(commits[1])
    expect(lstatSync(second.path).ino).toBe(ino)
    expect(reusable()).toEqual([])
    const fresh = await acquire(commits[1])
    expect(pictureOf(second)).toEqual(pictureOf(fresh))
    expect(readFileSync(join(second.path, '.git'), 'utf8')).toBe(`gitdir: ${second.readonly[0]!}\n`)
    const options = { cwd: second.path, env: { PATH: process.env.PATH, ...second.environment } }
    expect(execFileSync('git', ['status', '--short', '--ignored'], options).toString()).toBe('')
    expect(execFileSync('git', ['rev-parse', 'HEAD'], options).toString().trim()).toBe(commits[1])
  })

  test.runIf(isLong)('is handed out unchanged, without git, if it holds the wanted files', async () => {
    const first = await acquire()
    const opened = vi.spyOn(world.sandboxes, 'open')
    writeFileSync(join(first.path, 'file'), 'second\n')
    writeFileSync(join(first.path, 'more'), 'more\n')
    const details = { message: 'Change', at: new Date(0), key: 'key' }
    const { sha } = await repositories.commitWorktree(first, { parents: [commits[0]], ...details })
    await give(first)
    expect(opened).toHaveBeenCalledTimes(1)
    // Another commit with the same files.
    const second = await acquire(commits[1])
    expect(opened).toHaveBeenCalledTimes(1)
    const fresh = await acquire(commits[1])
    expect(pictureOf(second)).toEqual(pictureOf(fresh))
    const inside = (...argv: string[]) =>
      execFileSync('git', argv, { cwd: second.path, env: { PATH: process.env.PATH, ...second.environment } }).toString()
    expect([inside('status', '--short'), inside('rev-parse', 'HEAD').trim()]).toEqual(['', commits[1]])
    unlinkSync(join(second.path, 'more'))
    writeFileSync(join(second.path, 'same'), 'CONTENT\n')
    expect(await repositories.commitWorktree(second, { parents: [sha!], ...details })).toMatchObject({
      changed: [
        { kind: 'deleted', path: 'more' },
        { kind: 'modified', path: 'same' },
      ],
    })
    opened.mockRestore()
  })

  test.runIf(isLong)('with unusual files in it is reused', async () => {
    const rich = richSample(join(world.folder, 'rich'))
    await importSample(world, 'rich', rich.sample)
    const first = await repositories.worktrees.acquire('rich', { commit: rich.commitSha })
    await give(first)
    expect(readdirSync(folder()).filter((name) => name.startsWith('spare.rich.'))).toHaveLength(1)
  })

  test('of another repository is never reused', async () => {
    await importSample(world, 'two', sample)
    await give(await acquire())
    await repositories.worktrees.acquire('two', { commit: commits[0] })
    expect(reusable()).toHaveLength(1)
  })

  test('goes to one of several callers at once', async () => {
    await give(await acquire())
    const worktrees = await Promise.all(Array.from({ length: 5 }, () => acquire()))
    expect(new Set(worktrees.map(({ path }) => lstatSync(path).ino)).size).toBe(5)
    expect(reusable()).toEqual([])
  })

  test('is kept in small numbers, and removed with its repository and by a sweep', async () => {
    const worktrees = await Promise.all(Array.from({ length: 6 }, () => acquire()))
    for (const worktree of worktrees) await repositories.worktrees.release(worktree)
    await repositories.close()
    expect(reusable()).toHaveLength(4)
    await repositories.sweep({ olderThanMs: 60_000 })
    expect(reusable()).toHaveLength(4)
    await give(await acquire())
    world.forgetStored('one')
    await repositories.sweep({ olderThanMs: 60_000 })
    await repositories.close()
    expect(readdirSync(folder())).toEqual([])
  })

  test('is swept when it was not reused for long', async () => {
    await give(await acquire())
    await repositories.sweep({ olderThanMs: 0 })
    expect(readdirSync(folder())).toEqual([])
  })
})

// The next one meets the rest of the one before.
describe('an index of a reused worktree', () => {
  beforeAll(open)
  afterAll(() => world.end())

  test.runIf(isLong).each([
    ['takes a file for unchanged', ['update-index', '--assume-unchanged', 'file']],
    ['skips a file', ['update-index', '--skip-worktree', 'file']],
    ['holds another content', ['update-index', '--cacheinfo', `100644,${'e'.repeat(40)},file`]],
    ['names a file more', ['update-index', '--add', '--cacheinfo', `100644,${'e'.repeat(40)},other`]],
    ['has a form of its own', ['update-index', '--index-version', '4']],
    ['is none', undefined],
  ])('that %s is forgotten', async (_what, argv) => {
    const first = await acquire()
    const index = join(first.readonly[0]!, 'index')
    const env = { PATH: process.env.PATH, GIT_DIR: first.readonly[0]!, GIT_WORK_TREE: first.path }
    if (argv) execFileSync('git', argv, { cwd: first.path, env })
    else writeFileSync(index, 'DIRC')
    await give(first)
    const second = await acquire()
    const shown = execFileSync('git', ['ls-files', '--stage', '-v'], {
      cwd: second.path,
      env: { PATH: process.env.PATH, ...second.environment },
    }).toString()
    expect(shown.match(/^H 100644 [0-9a-f]{40} 0\t/gm)).toHaveLength(4)
    expect(shown).not.toContain('eeee')
    expect(readFileSync(join(second.path, 'file'), 'utf8')).toBe('content\n')
    await give(second)
  })
})

describe("an agent's leftovers do not survive reuse:", () => {
  let picture: string[]
  beforeAll(async () => {
    await open()
    const fresh = await acquire()
    picture = pictureOf(fresh)
    await give(fresh)
  })
  afterAll(() => world.end())

  const tricks: Record<string, (path: string) => void> = {
    'ignored and untracked files': (path) => {
      writeFileSync(join(path, 'ignored'), 'x')
      mkdirSync(join(path, 'node_modules', 'evil'), { recursive: true })
      writeFileSync(join(path, 'node_modules', 'evil', 'index.js'), 'x')
    },
    'empty folders': (path) => mkdirSync(join(path, 'src', 'empty', 'er'), { recursive: true }),
    'contents of the same size and time': (path) => {
      const { atime, mtime } = lstatSync(join(path, 'file'))
      writeFileSync(join(path, 'file'), 'CONTENT\n')
      utimesSync(join(path, 'file'), atime, mtime)
    },
    'permissions of files': (path) => chmodSync(join(path, 'file'), 0o4755),
    'permissions of folders': (path) => chmodSync(join(path, 'src'), 0o2777),
    'permissions of the top folder': (path) => chmodSync(path, 0o777),
    'links between files': (path) => {
      unlinkSync(join(path, 'same'))
      linkSync(join(path, 'file'), join(path, 'same'))
    },
    'a link to a file from elsewhere': (path) => linkSync(join(path, 'file'), join(world.folder, 'second-name')),
    'files that changed places': (path) => {
      renameSync(join(path, 'file'), join(path, 'x'))
      renameSync(join(path, 'same'), join(path, 'file'))
      renameSync(join(path, 'x'), join(path, 'same'))
    },
    'a link in place of a folder': (path) => {
      rmSync(join(path, 'src'), { recursive: true })
      symlinkSync(world.folder, join(path, 'src'))
    },
    'a folder in place of a file': (path) => {
      unlinkSync(join(path, 'file'))
      mkdirSync(join(path, 'file', 'inner'), { recursive: true })
    },
    'a pipe in place of a file': (path) => {
      unlinkSync(join(path, 'file'))
      execFileSync('mkfifo', [join(path, 'file'), join(path, 'other')])
    },
    'nested repositories': (path) => {
      mkdirSync(join(path, 'src', 'nested'))
      plainGit(join(path, 'src', 'nested'), ['init', '--quiet'])
      plainGit(join(path, 'src', 'nested'), ['commit', '--quiet', '--allow-empty', '--message', 'x'])
    },
    'a repository of its own in place of the pointer': (path) => {
      rmSync(join(path, '.git'))
      plainGit(path, ['init', '--quiet'])
      appendFileSync(join(path, '.git', 'config'), `[core]\n\tfsmonitor = touch ${world.folder}/ran\n`)
    },
    'folders named .git elsewhere': (path) => {
      mkdirSync(join(path, 'src', '.git', 'hooks'), { recursive: true })
      writeFileSync(join(path, 'src', '.git', 'hooks', 'pre-commit'), 'x')
    },
    'rules that ignore everything': (path) => {
      writeFileSync(join(path, '.gitignore'), '*\n')
      writeFileSync(join(path, 'src', '.gitignore'), '!*\n')
      writeFileSync(join(path, 'hidden'), 'x')
    },
    'folders that forbid it': (path) => {
      mkdirSync(join(path, 'locked', 'inner'), { recursive: true })
      writeFileSync(join(path, 'locked', 'inner', 'x'), 'x')
      chmodSync(join(path, 'locked'), 0)
    },
    'paths that are too long': digDeep,
    'names of any bytes': (path) => writeFileSync(Buffer.concat([Buffer.from(`${path}/\n\xff`, 'latin1')]), 'x'),
  }

  test.runIf(isLong).each(Object.keys(tricks))('%s', async (name) => {
    const first = await acquire()
    tricks[name]!(first.path)
    await give(first)
    expect(await repositories.worktrees.list()).toEqual([])
    expect(readdirSync(folder()).filter((each) => !/^(spare|history)\.one/.test(each))).toEqual([])
    const again = await acquire()
    expect(pictureOf(again)).toEqual(picture)
    expect(lstatSync(join(again.path, 'file')).nlink).toBe(1)
    expect(readdirSync(world.folder)).not.toContain('ran')
    await give(again)
  })

  test("files behind an agent's links are not touched", async () => {
    const outside = join(world.folder, 'outside')
    mkdirSync(join(outside, 'deep'), { recursive: true })
    writeFileSync(join(outside, 'deep', 'a'), 'kept')
    const first = await acquire()
    rmSync(join(first.path, 'src'), { recursive: true })
    symlinkSync(outside, join(first.path, 'src'))
    symlinkSync(outside, join(first.path, 'link'))
    await give(first)
    expect(readFileSync(join(outside, 'deep', 'a'), 'utf8')).toBe('kept')
  })
})
