import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openConfinedGit } from '../../execution/repositories/confined-git.ts'
import { commitWorktree } from '../../execution/repositories/worktrees/commit-worktree.ts'
import { GitMemoryError } from '../../execution/repositories/index.ts'
import type { Worktree } from '../../execution/repositories/repositories.ts'
import { takeObjects } from '../../execution/repositories/packs/take-objects.ts'
import { importSample, openTestRepositories, plainGit, Sample, type TestRepositories } from '../repositories/samples.ts'
import { isolatingDrivers } from '../sandbox/conformance-scene.ts'

const files = { file: 'content\n', 'src/a': 'a\n', '.gitignore': 'ignored\n' }

describe.each(await isolatingDrivers())('git over a worktree in $name $why', ({ name, driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let world: TestRepositories
  let parent: string
  let worktree: Worktree

  beforeEach(async () => {
    world = await openTestRepositories(name)
    const sample = new Sample(join(world.folder, 'sample'))
    for (const [path, content] of Object.entries(files)) sample.write(path, content)
    parent = sample.commit()
    await importSample(world, 'one', sample)
    worktree = await world.repositories.worktrees.acquire('one', { commit: parent })
  })
  afterEach(() => world.end())

  const canary = () => join(world.folder, 'ran')
  const at = (path: string) => join(worktree.path, path)
  const put = (path: string, content: string) => {
    mkdirSync(join(at(path), '..'), { recursive: true })
    writeFileSync(at(path), content)
  }
  const request = () => ({ parents: [parent], message: 'Change', at: new Date(0), key: 'key' })
  const inRepository = (...argv: string[]) => plainGit(world.gitDirOf('one'), argv)

  test('no program, index, object or configuration that an agent planted takes effect', async () => {
    const run = `sh -c 'touch ${canary()}; cat'`
    put('.gitattributes', '* filter=bad diff=bad merge=bad ident text eol=crlf working-tree-encoding=UTF-16\n')
    mkdirSync(at('linked'))
    symlinkSync('/etc/passwd', at('linked/.gitattributes'))
    symlinkSync('../file', at('linked/.gitignore'))
    put('README', 'one $Id$\n')
    put('readme', 'two\n')
    put('nested/x', 'x')
    plainGit(at('nested'), ['init', '--quiet'])
    put('gitfile/x', 'x')
    put('gitfile/.git', `gitdir: ${at('nested/.git')}\n`)
    // The agent's own .git is a file of ours; here a folder takes its place, with everything that runs programs.
    rmSync(at('.git'), { force: true })
    plainGit(worktree.path, ['init', '--quiet'])
    for (const [key, value] of [
      ['core.fsmonitor', run],
      ['filter.bad.clean', run],
      ['filter.bad.smudge', run],
      ['diff.bad.textconv', run],
      ['diff.bad.command', run],
      ['core.hooksPath', at('hooks')],
      ['core.worktree', '/'],
      ['core.excludesFile', at('file')],
    ])
      plainGit(worktree.path, ['config', key!, value!])
    put('hooks/post-index-change', `#!/bin/sh\ntouch ${canary()}\n`)
    execFileSync('chmod', ['755', at('hooks/post-index-change')])
    put('.git/objects/info/alternates', '/nonexistent\n')
    put('.git/index', 'not an index')

    const committed = await world.repositories.commitWorktree(worktree, request())
    await world.repositories.worktrees.reset(worktree, { commit: committed.sha! })
    await world.repositories.worktrees.release(worktree)
    await world.repositories.close()
    expect(existsSync(canary())).toBe(false)
    expect(inRepository('show', `${committed.sha}:README`)).toBe('one $Id$')
    expect(committed.leftOut.map(({ path }) => path).sort()).toEqual([
      'gitfile/',
      'linked/.gitattributes',
      'linked/.gitignore',
      'nested/',
    ])
    const names = inRepository('ls-tree', '-r', '--name-only', committed.sha!).split('\n')
    expect(names).toEqual([
      '.gitattributes',
      '.gitignore',
      'README',
      'file',
      'hooks/post-index-change',
      'readme',
      'src/a',
    ])
    const faults = await world.repositories.newPathFaults('one', { base: parent, head: committed.sha! })
    expect(faults).toMatchObject([{ rule: 'case_clash', path: 'README' }])
  })

  test('a .gitignore that takes forty times its size ends git at a limit, with a message', async () => {
    const confined = openConfinedGit(world.sandboxes, { memoryMaxBytes: 32 * 2 ** 20 })
    put('.gitignore', Array.from({ length: 400_000 }, (_none, line) => `name${line}`).join('\n'))
    const committing = commitWorktree(confined, worktree, request())
    await expect(committing).rejects.toBeInstanceOf(GitMemoryError)
    await expect(committing).rejects.toThrow('needs more than 32 MiB of memory')
    expect(inRepository('count-objects')).toMatch(/^0 objects/)
  })

  test('sees nothing of the host but the worktree, and cannot write to the repository', async () => {
    const secret = join(world.folder, 'secret')
    writeFileSync(secret, 'canary')
    const gitDir = world.gitDirOf('one')
    const [git] = worktree.readonly
    const { stdout } = await world.confined(
      `cat ${secret} ${gitDir}/HEAD 2>/dev/null || true; echo x 2>/dev/null >${worktree.path}/file || echo kept
       echo x 2>/dev/null >${git}/index || echo kept; ls -d /proc/[0-9]* | wc -l; git --version >/dev/null && echo git`,
      [],
      {
        writable: join(world.folder, 'sample'),
        readonly: [worktree.path, git!],
        environment: { GIT_DIR: git! },
        timeoutMs: 20_000,
        diskBytes: 2 ** 30,
      },
    )
    expect(stdout.toString()).toMatch(/^kept\nkept\n\d\ngit\n$/)
    expect(readFileSync(at('file'), 'utf8')).toBe(files.file)
  })
})

describe('an object that git in a sandbox left', () => {
  let world: TestRepositories
  let from: string
  let gitDir: string
  beforeEach(async () => {
    world = await openTestRepositories()
    from = join(world.folder, 'objects')
    mkdirSync(from)
    await importSample(world, 'one', sampleIn(world))
    gitDir = world.gitDirOf('one')
  })
  afterEach(() => world.end())

  const sampleIn = ({ folder }: TestRepositories) => {
    const sample = new Sample(join(folder, 'sample')).write('file', 'x\n')
    sample.commit()
    return sample
  }
  const whole = (type: string, content: Buffer | string) =>
    Buffer.concat([Buffer.from(`${type} ${Buffer.from(content).length}\0`), Buffer.from(content)])
  const nameOf = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex')
  const put = (bytes: Buffer, sha = nameOf(bytes), packed = deflateSync(bytes)) => {
    mkdirSync(join(from, sha.slice(0, 2)), { recursive: true })
    writeFileSync(join(from, sha.slice(0, 2), sha.slice(2)), packed)
    return sha
  }
  const take = () => takeObjects(from, gitDir, 1000)
  const blobSha = Buffer.from(nameOf(whole('blob', 'x\n')), 'hex')
  const entry = (mode: string, name: string) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), blobSha])

  test('is taken when it is a file or a folder under its own hash; all else stays behind', async () => {
    const blob = put(whole('blob', 'new\n'))
    const tree = put(whole('tree', Buffer.concat([entry('100644', 'a'), entry('40000', 'b')])))
    mkdirSync(join(from, 'pack'))
    appendFileSync(join(from, 'pack', 'pack-x.pack'), 'x')
    await take()
    expect(plainGit(gitDir, ['cat-file', '-p', blob])).toBe('new')
    expect(plainGit(gitDir, ['cat-file', '-t', tree])).toBe('tree')
    expect(plainGit(gitDir, ['count-objects', '-v'])).toContain('packs: 1')
  })

  test.each([
    ['stands for another', () => put(whole('blob', 'evil'), nameOf(whole('blob', 'x\n'))), 'another hash'],
    ['is a commit', () => put(whole('commit', 'tree 0\n')), 'neither'],
    ['lies about its size', () => put(Buffer.from('blob 3\0four')), 'neither'],
    ['unpacks to too much', () => put(whole('blob', 'x'.repeat(2000))), 'does not unpack, or to too much'],
    ['is not packed', () => put(whole('blob', 'x'), undefined, Buffer.from('plain')), 'does not unpack'],
    ['holds .git', () => put(whole('tree', entry('40000', '.GIT'))), 'own folder .git'],
    ['steps out', () => put(whole('tree', entry('40000', '..'))), 'a step to another folder'],
    ['has a mode of its own', () => put(whole('tree', entry('104755', 'a'))), 'no mode of a file'],
    [
      'names a file twice',
      () => put(whole('tree', Buffer.concat([entry('100644', 'a'), entry('40000', 'a')]))),
      'not in order',
    ],
    [
      'is not sorted',
      () => put(whole('tree', Buffer.concat([entry('100644', 'b'), entry('100644', 'a')]))),
      'not in order',
    ],
    ['is cut', () => put(whole('tree', entry('100644', 'a').subarray(0, -1))), 'malformed'],
    [
      'is a link',
      () => {
        const sha = nameOf(whole('blob', 'linked'))
        mkdirSync(join(from, sha.slice(0, 2)))
        symlinkSync('/etc/passwd', join(from, sha.slice(0, 2), sha.slice(2)))
      },
      'no ordinary file',
    ],
  ])('is refused when it %s, and nothing is taken', async (_what, make, message) => {
    const good = put(whole('blob', 'good\n'))
    make()
    await expect(take()).rejects.toThrow(message)
    expect(() => plainGit(gitDir, ['cat-file', '-e', good])).toThrow()
  })
})
