import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { inFolder } from './in-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)

// It builds and packs the whole program, beside the other tests.
vi.setConfig({ testTimeout: 600_000 })

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
}

// Files that parallel tests write into node_modules, and may remove.
const changing = ['.vitest-cache']

// Without room for a fresh download of each package in a test, those of this checkout are linked into its place first.
const linkPackages = async (target: string) => {
  const [from, to] = [root, target].map((folder) => join(folder, 'node_modules'))
  await mkdir(to!, { recursive: true })
  const kept = (await readdir(from!)).filter((name) => !changing.includes(name))
  await run('cp', ['-al', ...kept, to!], { cwd: from })
}

test('the steps of the image put a program into a fresh folder, and a user without rights to it serves from there', () =>
  inFolder(async (folder) => {
    const target = join(folder, 'program')
    const data = join(folder, 'data')
    await linkPackages(target)
    await run(join(root, 'deploy', 'install.sh'), [target], { env: { PATH: process.env.PATH, HOME: folder } })
    expect(existsSync(join(target, 'testing'))).toBe(false)
    expect(existsSync(join(target, 'apps', 'server', 'start-refusal.test.ts'))).toBe(false)
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Packages
    const isThere = (name: string) => existsSync(join(target, 'node_modules', name, 'package.json'))
    // Tests run on Node 24, as the image does, and there the package of Node is left out.
    expect(Object.keys(dependencies).filter((name) => !isThere(name))).toEqual(['node'])
    // The first is EUPL-1.2, and only for the tests.
    expect(['@stackforge-eu/factur-x', 'typescript', 'playwright-core', 'lucide-react'].filter(isThere)).toEqual([])
    await mkdir(data, { mode: 0o700 })
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(data, 65534, 65534)
    const user = isRoot ? { uid: 65534, gid: 65534 } : {}
    expect(existsSync(join(target, 'dist/agent/native.mjs'))).toBe(true)
    expect(existsSync(join(target, 'dist/console/index.html'))).toBe(true)
    const child = spawn(join(target, 'bin', 'start'), [], {
      env: { PATH: process.env.PATH, HOME: data, TMPDIR: data, ATELIER_DATA: data, ATELIER_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...user,
    })
    const ended = once(child, 'exit')
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
    const [ready, page] = await Promise.all(
      ['readyz', 'console/'].map((path) => fetch(`${line.split(' ').at(-1)}/${path}`)),
    )
    child.kill('SIGTERM')
    expect([ready!.status, page!.status, await ended]).toEqual([200, 200, [0, null]])
    await packed(target, folder)
  }))

/** Packs the program, and runs its command line from the archive on a machine that has neither npm, git nor Node. */
const packed = async (target: string, folder: string) => {
  const { stdout } = await run(join(root, 'deploy', 'package.sh'), [target, folder])
  const [archive, forNpx, debian] = stdout.trim().split('\n')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  expect(archive).toBe(join(folder, `atelier-${version}-linux-${process.arch}.tar.gz`))
  const unpacked = join(folder, 'unpacked')
  await mkdir(unpacked)
  await run('tar', ['--extract', '--file', archive!, '--directory', unpacked])
  const bare = join(folder, 'bare')
  await mkdir(bare)
  const needed = ['sh', 'readlink', 'cat', 'mkdir', 'dirname']
  await Promise.all(needed.map(async (name) => symlink((await run('which', [name])).stdout.trim(), join(bare, name))))
  const program = join(unpacked, `atelier-${version}`, 'bin', 'atelier')
  const said = await run(program, ['--version'], { env: { PATH: bare, HOME: folder } })
  expect(said).toEqual({ stdout: `${version}\n`, stderr: '' })
  await runsFromNpx(forNpx!, version, folder)
  if (debian === undefined) return
  const listed = await run('dpkg-deb', ['--contents', debian], { maxBuffer: 64 * 1024 * 1024 })
  for (const path of ['/usr/bin/atelier -> /opt/atelier/bin/atelier', '/lib/systemd/system/atelier.service'])
    expect(listed.stdout).toContain(path)
  expect(listed.stdout.split('\n').filter((line) => line !== '' && !line.includes(' root/root '))).toEqual([])
  expect((await run('dpkg-deb', ['--field', debian, 'Version'])).stdout).toBe(`${version}\n`)
}

/** Runs the command line twice as npx does: the first time unpacks the program, outside of node_modules. */
const runsFromNpx = async (tarball: string, version: string, folder: string) => {
  const home = join(folder, 'home')
  const modules = join(home, 'node_modules')
  await mkdir(modules, { recursive: true })
  await run('tar', ['--extract', '--file', tarball, '--directory', modules])
  const ask = () =>
    run(process.execPath, [join(modules, 'package', 'atelier.js'), '--version'], {
      env: { PATH: process.env.PATH, HOME: home },
    })
  expect((await ask()).stdout).toBe(`${version}\n`)
  expect(await ask()).toEqual({ stdout: `${version}\n`, stderr: '' })
  expect((await readdir(join(home, '.cache', 'atelier'))).filter((name) => name.startsWith('.'))).toEqual([])
}
