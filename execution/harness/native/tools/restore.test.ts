import { execFileSync } from 'node:child_process'
import { chmod, lstat, mkdir, rm, stat, symlink, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { workshopScene } from '../../../../testing/model-provider/index.ts'

const scene = workshopScene()
const git = (...argv: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...argv], {
    cwd: scene.shop.root,
    encoding: 'utf8',
  })
const run = (command: string) => scene.call('run', { command })
const restore = (input: object = {}) => scene.call('restore', input)

beforeEach(async () => {
  await scene.put('.gitignore', 'ignored\n')
  await scene.put('src/a.txt', 'a\n')
  await scene.put('src/b.txt', 'b\r\n')
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Begin')
  await scene.put('ignored', 'kept out\n')
})

describe('restore', () => {
  test
    .runIf(isLong)
    .each([
      'git reset --quiet --hard && git clean -fdq',
      'rm -rf src new',
      'git checkout -- . && rm -r new',
      'git stash --quiet --include-untracked && git stash drop --quiet',
    ])('gives back what %s destroyed', async (command) => {
    await scene.call('write', { path: 'src/a.txt', content: 'better\n' })
    await scene.call('write', { path: 'new/deep/c.txt', content: 'new\n' })
    expect(await run(command)).toMatch(/^Exit code 0/)
    expect(await restore()).toBe(
      [
        '1, after the beginning: the commit of the task',
        '2, after write src/a.txt; write new/deep/c.txt',
        `3, after run ${command} (as it is now)`,
      ].join('\n'),
    )
    expect(await restore({ state: 2 })).toMatch(
      /^State 2 is back\.\n.*brought back new\/deep\/c\.txt\n.*that is state 3\.$/s,
    )
    expect([
      await scene.content('src/a.txt'),
      await scene.content('src/b.txt'),
      await scene.content('new/deep/c.txt'),
    ]).toEqual(['better\n', 'b\r\n', 'new\n'])
    expect(await scene.content('ignored')).toBe('kept out\n')
  })

  test.runIf(isLong)('brings one file or folder back, leaves the rest, and can be undone', async () => {
    await run('echo 1 > src/a.txt; echo 1 > top.txt')
    await run('echo 2 > src/a.txt; echo 2 > top.txt; echo 2 > src/late.txt')
    expect(await restore({ state: '2', path: './src' })).toBe(
      'State 2 is back.\nchanged back src/a.txt\nremoved src/late.txt\nHow it was before that is state 3.',
    )
    expect([await scene.content('src/a.txt'), await scene.content('top.txt')]).toEqual(['1\n', '2\n'])
    expect(await restore({ state: 2, path: 'src' })).toBe('Nothing differs from state 2.')
    expect(await restore({ state: 3 })).toMatch(/brought back src\/late\.txt/)
    expect([await scene.content('src/a.txt'), await scene.content('src/late.txt')]).toEqual(['2\n', '2\n'])
  })

  test.runIf(isLong)('keeps modes, links, changed kinds and names of any form', async () => {
    const { root } = scene.shop
    const at = (name: string) => join(root, name)
    await scene.put(' odd\n"name"\u00e9.sh', 'x\n')
    await chmod(at(' odd\n"name"\u00e9.sh'), 0o755)
    await symlink('a.txt', at('src/link'))
    execFileSync('sh', ['-c', 'printf x > "$(printf \'caf\\351\')"'], { cwd: root })
    await run('true')
    await rm(at('src'), { recursive: true })
    await symlink('/etc', at('src'))
    await unlink(at(' odd\n"name"\u00e9.sh'))
    await mkdir(at(' odd\n"name"\u00e9.sh'))
    await run('true; rm caf*')
    expect(await restore({ state: 2 })).toMatch(/^State 2 is back/)
    expect((await lstat(at('src'))).isDirectory()).toBe(true)
    expect((await lstat(at('src/link'))).isSymbolicLink()).toBe(true)
    expect((await stat(at(' odd\n"name"\u00e9.sh'))).mode & 0o777).toBe(0o755)
    expect(execFileSync('ls', [root], { encoding: 'latin1' })).toContain('caf\u00e9')
  })

  test.runIf(isLong)('includes output files of a running process, and omits files that no commit takes', async () => {
    await scene.call('process', { action: 'start', command: 'echo 1 > made.txt; exec sleep 600', seconds: 1 })
    await run('until [ -s made.txt ]; do sleep 0.01; done')
    await run('rm made.txt; mkdir -p inner && cd inner && git init --quiet && touch x; truncate -s 101M ../huge')
    expect(await restore()).toMatch(/made\.txt/)
    const states = (await restore()).split('\n')
    const before = /^\d+/.exec(states.at(-2)!)![0]
    expect(await restore({ state: before, path: 'made.txt' })).toMatch(/brought back made\.txt/)
    expect((await stat(join(scene.shop.root, 'huge'))).size).toBe(101 * 2 ** 20)
  })

  test.runIf(isLong)(
    'refuses a text that is no state, a path outside, and a restore that would overwrite files that it does not keep',
    async () => {
      await run('echo x > out')
      await run('rm out; mkdir out; echo out/ >> .gitignore; echo precious > out/file')
      expect(await restore({ state: 9 })).toMatch(/^Error: There is no state 9/)
      expect(await restore({ state: 1, path: '../x' })).toMatch(/^Error: .*outside of the worktree/)
      expect(await restore({ state: 2 })).toMatch(/^Error: Nothing was changed\./)
      expect(await scene.content('out/file')).toBe('precious\n')
    },
  )

  test.runIf(isLong)('is not misled by the index, the configuration or the attributes of the agent', async () => {
    await scene.put('.gitattributes', '* text eol=crlf filter=evil\n')
    git('config', 'filter.evil.clean', `touch ${join(scene.shop.scratch, 'ran')}`)
    await run('echo 1 > src/a.txt; git update-index --assume-unchanged src/a.txt; git rm -q --cached src/b.txt')
    await run(`rm -r src ${join(scene.shop.scratch, 'ran')}`)
    await restore({ state: 3 })
    expect([await scene.content('src/a.txt'), await scene.content('src/b.txt')]).toEqual(['1\n', 'b\r\n'])
    await expect(stat(join(scene.shop.scratch, 'ran'))).rejects.toThrow()
  })
})

test('without a repository there is nothing to go back to, and commands run all the same', async () => {
  await rm(join(scene.shop.root, '.git'), { recursive: true })
  expect(await run('echo ran')).toBe('Exit code 0\nran\n')
  expect(await restore()).toMatch(/^Error: The files could not be looked at/)
})
