import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const patienceMs = 300_000

/** Debian's packages that some tests need: where one is missing, its tests are skipped. */
const programs = [
  { path: '/usr/bin/bwrap', name: 'bubblewrap', tests: 'the sandboxes of bubblewrap' },
  { path: '/usr/bin/chromium', name: 'chromium', tests: 'passkeys and pages in a browser' },
] as const

/** Installs what is missing where this user may, and says what is left out where that does not work. */
export const provide = async (say: (line: string) => void): Promise<void> => {
  const missing = programs.filter(({ path }) => !existsSync(path))
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say(`Installing ${names.join(' and ')} for the tests that need them.`)
    await install(names).catch(() => undefined)
  }
  for (const { path, name, tests } of missing)
    if (!existsSync(path))
      say(`${name} is not installed, so ${tests} are not tested. On Debian: apt-get install ${name}`)
}

const install = async (names: readonly string[]) => {
  const options = { timeout: patienceMs, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  await execute('apt-get', ['update', '--quiet'], options)
  await execute('apt-get', ['install', '--yes', '--quiet', '--no-install-recommends', ...names], options)
}
