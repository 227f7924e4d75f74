import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lookAtFiles } from '../../testing/folder.ts'
import { allIsolatingDrivers, scene, testLimits, type Scene } from '../../testing/sandbox/conformance-scene.ts'
import type { SandboxDriver } from './sandbox.ts'

const attacks = `
  echo evil >.git; echo evil >.git/config; rm -rf .git; mv .git aside; ln -sf /tmp .git; mkdir .git2 && mv -T .git2 .git
  printf '#!/bin/sh\\ntouch /tmp/ran' >.git/hooks/post-checkout; git config core.fsmonitor 'touch /worktree/ran'
  mv /worktree /tmp/w; cp -r /tmp .git/x; chmod 777 .git; umount .git; true`

describe.each(await allIsolatingDrivers())('$name $why', ({ driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene
  afterEach(() => it.end())

  test('a .git folder is read-only: it cannot be changed, replaced or given hooks', async () => {
    it = await sceneWith(driver, async (worktree) => {
      execFileSync('git', ['init', '-q', worktree], { env: { PATH: process.env.PATH, HOME: '/dev/null' } })
    })
    const before = await contentOf(join(it.worktree, '.git'))
    expect((await it.sh('git status --porcelain && cat .git/HEAD')).stdout).toMatch(/^ref: refs\/heads\//)
    await it.sh(attacks)
    expect(await contentOf(join(it.worktree, '.git'))).toEqual(before)
    expect(existsSync(join(it.worktree, 'ran'))).toBe(false)
  })

  test('a .git file is read-only, while other commands run and between them', async () => {
    it = await sceneWith(driver, (worktree) => writeFile(join(worktree, '.git'), 'gitdir: /nowhere\n'))
    await Promise.all([it.sh(attacks), it.sh(attacks)])
    await it.sh(attacks)
    expect(await readFile(join(it.worktree, '.git'), 'utf8')).toBe('gitdir: /nowhere\n')
  })

  test('a .git that is a symbolic link is refused with a message', async () => {
    it = await scene(driver)
    await it.sh('ln -s /tmp .git')
    const opening = driver.open({ id: 'x', worktree: { from: it.worktree, writable: true }, limits: testLimits })
    await expect(opening).rejects.toThrow(/\.git is a symbolic link\. Replace it by/)
  })

  test('a worktree without rights is entered again by the next command', async () => {
    it = await scene(driver)
    await it.sh('echo kept >file; chmod 000 .')
    expect(await it.sh('cat file')).toMatchObject({ exitCode: 0, stdout: 'kept\n', stderr: '' })
  })

  test('a command cannot write to a read-only worktree', async () => {
    it = await sceneWith(driver, (worktree) => writeFile(join(worktree, 'file'), 'as it was'), false)
    const { stdout } = await it.sh(
      'cat file; echo x >file && echo wrote; rm -f file && echo removed; true >new && echo made; true',
    )
    expect(stdout).toBe('as it was')
    expect(await readdir(it.worktree)).toEqual(['file'])
  })

  test('a repository below /tmp is read-only and cannot be replaced', async () => {
    it = await scene(driver, async (outside) => {
      await mkdir(join(outside, 'repositories/one.git'), { recursive: true })
      await writeFile(join(outside, 'repositories/one.git/HEAD'), 'ref: refs/heads/main\n')
      await writeFile(join(outside, 'repositories/secret'), 'canary')
      return { readonly: [{ from: join(outside, 'repositories/one.git'), to: join(outside, 'repositories/one.git') }] }
    })
    const repository = join(it.outside, 'repositories/one.git')
    const first = await it.sh(`
      cat ${repository}/HEAD; ls ${dirname(repository)}; echo x >${repository}/HEAD && echo wrote; rm -rf ${it.outside}
      mv ${it.outside} /tmp/away && echo moved; rmdir ${it.outside}; ln -sfn /worktree ${it.outside}; true`)
    expect(first.stdout).toBe('ref: refs/heads/main\none.git\n')
    expect((await it.sh(`cat ${repository}/HEAD`)).stdout).toBe('ref: refs/heads/main\n')
    expect(await readFile(join(repository, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
  })

  test('a bind over a reserved path is refused with a message', async () => {
    it = await scene(driver)
    for (const to of ['/etc/x', '/worktree/x', '/', '/tmp', '/proc', 'relative', '/usr/lib/../share']) {
      const opening = driver.open({ id: 'x', readonly: [{ from: it.outside, to }], limits: testLimits })
      await expect(opening, to).rejects.toThrow(/cannot be shown at .* Name another path\./)
    }
  })

  test('folders and files are bound at their paths, with spaces and accents in their names', async () => {
    it = await scene(driver, async (outside) => {
      await mkdir(join(outside, 'a folder é#\\'))
      await writeFile(join(outside, 'a folder é#\\', 'file 1'), 'inside')
      return {
        readonly: [
          { from: join(outside, 'a folder é#\\'), to: '/opt/atelier/a folder é#\\' },
          { from: join(outside, 'a folder é#\\', 'file 1'), to: '/home/sandbox/just one' },
        ],
      }
    })
    const { stdout, stderr } = await it.run(['cat', '/opt/atelier/a folder é#\\/file 1', '/home/sandbox/just one'])
    expect({ stdout, stderr }).toEqual({ stdout: 'insideinside', stderr: '' })
  })
})

const sceneWith = async (driver: SandboxDriver, fill: (worktree: string) => Promise<void>, writable = true) =>
  scene(driver, async (outside) => {
    const worktree = join(outside, 'worktree')
    await fill(worktree)
    return { worktree: { from: worktree, writable } }
  })

const contentOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(await lookAtFiles(folder, (path) => readFile(path, 'latin1')))
