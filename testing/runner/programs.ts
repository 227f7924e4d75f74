import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { browsers } from '../console/chromium.ts'
import { isLong } from '../soak.ts'

const execute = promisify(execFile)
const patienceMs = 300_000

interface Program {
  readonly path: string
  readonly name: string
  readonly tests: string
  /** Installed only by a person. */
  readonly isLarge?: boolean
  /** Needed only by long tests, and missed by no others. */
  readonly isForLong?: boolean
  /** The replacement for tests, at a higher cost. */
  readonly instead?: string
}

/** Debian's packages that some tests need: where one is missing, its tests are skipped. */
const programs: readonly Program[] = [
  { path: '/usr/bin/bwrap', name: 'bubblewrap', tests: 'the sandboxes of bubblewrap' },
  {
    path: browsers[0],
    instead: browsers[1],
    name: 'chromium-headless-shell',
    tests: 'passkeys and pages in a browser',
  },
  { path: '/usr/lib/openssh/sftp-server', name: 'openssh-sftp-server', tests: 'the file transfer of terminals' },
  { path: '/usr/lib/python3/dist-packages/pip', name: 'python3-pip', tests: 'projects with packages of Python' },
  ...['Xvfb', 'x11vnc', 'openbox', 'xterm', 'xdotool', 'scrot'].map((program) => ({
    path: `/usr/bin/${program}`,
    name: program.toLowerCase(),
    tests: 'desktops of projects',
  })),
  ...[
    ['/usr/bin/podman', 'podman'],
    ['/usr/sbin/runc', 'runc'],
    // Debian's podman depends on a network stack, and this is the one that it was tried with.
    ['/usr/lib/cni/loopback', 'containernetworking-plugins'],
  ].map(([path, name]) => ({ path: path!, name: name!, tests: 'sandboxes and images in containers', isForLong: true })),
  { path: '/usr/bin/go', name: 'golang-go', tests: 'projects with modules of Go', isLarge: true },
]

/** Whether a program is on this machine: what is compared with its reading is skipped where it is not. */
export const isInstalled = (name: string): boolean =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && existsSync(join(folder, name)))

/** Installs what is missing where this user may, and says what is left out where that does not work. */
export const provide = async (say: (line: string) => void): Promise<void> => {
  const missing = programs.filter(({ path, isForLong = false }) => (isLong || !isForLong) && !existsSync(path))
  if (missing.length === 0) return
  const names = missing.flatMap(({ name, isLarge }) => (isLarge ? [] : [name]))
  if (names.length > 0 && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`Installing ${names.join(' and ')} for the tests that need them.`)
    await install(names).catch(() => undefined)
  }
  for (const { path, instead = path, name, tests } of missing)
    if (!existsSync(path) && !existsSync(instead))
      say(`${name} is not installed, so ${tests} are not tested. On Debian: apt-get install ${name}`)
}

const install = async (names: readonly string[]) => {
  const options = { timeout: patienceMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await execute('apt-get', ['update', '--quiet'], options)
  await execute('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...names], options)
}
