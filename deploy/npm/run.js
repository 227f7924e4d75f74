import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { constants, homedir } from 'node:os'
import { join } from 'node:path'

const here = import.meta.dirname
const { version, archiveHash } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'atelier')

/** Unpacks the program, which cannot run from node_modules, once per version. Two that begin at once do not disturb each other. */
const unpacked = () => {
  const folder = join(cache, `${version}-${archiveHash}`)
  if (existsSync(folder)) return folder
  process.stderr.write(`Unpacking Atelier ${version} into ${folder}.\n`)
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const fresh = mkdtempSync(join(cache, '.unpacking-'))
  const { status } = spawnSync(
    'tar',
    ['--extract', '--gzip', '--file', join(here, 'program.tar.gz'), '--strip-components=1', '--directory', fresh],
    { stdio: 'inherit' },
  )
  try {
    if (status === 0) renameSync(fresh, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  rmSync(fresh, { recursive: true, force: true })
  if (existsSync(folder)) return folder
  process.stderr.write(`Atelier could not be unpacked into ${cache}.\n`)
  return process.exit(1)
}

/** Runs a program of the archive in place of this one. */
export const run = (name) => {
  const child = spawn(join(unpacked(), 'bin', name), process.argv.slice(2), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
