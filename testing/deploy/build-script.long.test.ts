import { execFile } from 'node:child_process'
import { chmod, copyFile, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inFolder } from './in-folder.ts'

const run = promisify(execFile)
const scripts = ['build', 'built.sh', 'dist.sh', 'prepare.sh']

/** A checkout with one source, whose build tools are scripts: the replacement of Rolldown copies that source. */
const checkout = async (root: string) => {
  const packages = join(root, 'node_modules/.bin')
  await mkdir(join(root, 'bin'))
  await mkdir(packages, { recursive: true })
  for (const name of scripts) {
    await copyFile(join(import.meta.dirname, '../../bin', name), join(root, 'bin', name))
  }
  for (const name of ['package-lock.json', 'rolldown.config.ts', 'node_modules/.atelier-setup']) {
    await writeFile(join(root, name), '')
  }
  await utimes(join(root, 'package-lock.json'), 1, 1)
  const tool = async (name: string, script: string) => {
    await writeFile(join(packages, name), `#!/bin/sh\nset -eu\n${script}\n`)
    await chmod(join(packages, name), 0o755)
  }
  const copies = 'echo built >>builds; mkdir -p "$DIST" && cp source "$DIST/program"'
  await tool('rolldown', copies)
  await tool('node', 'mkdir -p "$2"')
  const environment = { PATH: process.env.PATH, HOME: root }
  const git = (...words: readonly string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: root, env: environment })
  const write = (text: string) => writeFile(join(root, 'source'), text)
  await write('one')
  return {
    write,
    copies,
    bundleBy: (script: string) => tool('rolldown', script),
    begin: () => git('init', '--quiet'),
    commit: async () => {
      await git('add', 'source')
      await git('commit', '--quiet', '--message=change')
    },
    /** The command that a program of bin/ would run. */
    started: async (user: object = {}) => {
      const script = 'set -eu; root=$PWD; . bin/built.sh; cat dist/program'
      const { stdout } = await run('sh', ['-c', script], { cwd: root, env: environment, ...user })
      return stdout
    },
    builds: async () => (await readFile(join(root, 'builds'), 'utf8')).trim().split('\n').length,
    leftovers: async () => (await readdir(root)).filter((name) => name.startsWith('dist.')),
  }
}

test('programs are built once for each commit that is checked out', () =>
  inFolder(async (root) => {
    const at = await checkout(root)
    await at.begin()
    await at.commit()
    expect(await at.started()).toBe('one')
    await at.write('two')
    expect(await at.started()).toBe('one')
    await at.commit()
    expect(await at.started()).toBe('two')
    expect(await at.started()).toBe('two')
    expect(await at.builds()).toBe(2)
  }))

test('outside a git checkout the programs are built once, and used as they are', () =>
  inFolder(async (root) => {
    const at = await checkout(root)
    expect(await at.started()).toBe('one')
    await at.write('two')
    expect(await at.started()).toBe('one')
  }))

test('a failing build reports why, and the next one starts from the beginning', () =>
  inFolder(async (root) => {
    const at = await checkout(root)
    await at.begin()
    await at.commit()
    await at.started()
    await at.write('two')
    await at.commit()
    await at.bundleBy('mkdir -p "$DIST"; echo half >"$DIST/program"; echo the reason >&2; exit 1')
    await expect(at.started()).rejects.toThrow('the reason')
    expect(await readFile(join(root, 'dist/program'), 'utf8')).toBe('one')
    expect(await at.leftovers()).toEqual([])
    await at.bundleBy(at.copies)
    expect(await at.started()).toBe('two')
  }))

test('a build that is killed leaves nothing that runs', () =>
  inFolder(async (root) => {
    const at = await checkout(root)
    await at.bundleBy(
      'mkdir -p "$DIST"; echo half >"$DIST/program"; kill -9 "$(ps -o ppid= -p "$PPID" | tr -d " ")" "$PPID"',
    )
    await expect(at.started()).rejects.toThrow()
    await at.bundleBy(at.copies)
    expect(await at.started()).toBe('one')
    expect(await at.leftovers()).toEqual([])
  }))

test('one of two builds at the same time waits and takes the result of the other', () =>
  inFolder(async (root) => {
    const at = await checkout(root)
    await at.bundleBy(`sleep 0.5; ${at.copies}`)
    expect(await Promise.all([at.started(), at.started()])).toEqual(['one', 'one'])
    expect(await at.builds()).toBe(1)
  }))

test('a user without rights to the folder uses the build, and learns who can build', (context) => {
  if (process.getuid?.() !== 0) return context.skip('Only root can be another user.')
  return inFolder(async (root) => {
    const at = await checkout(root)
    await chmod(root, 0o755)
    const other = { uid: 65534, gid: 65534 }
    await expect(at.started(other)).rejects.toThrow('Run bin/setup there as its owner.')
    await at.started()
    expect(await at.started(other)).toBe('one')
    await rm(join(root, 'dist'), { recursive: true })
  })
})
