import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders that show a program outside of /usr to sandboxes; undefined if the machine has none. */
export type ProgramFolders = readonly string[] | undefined

const answerOf = (...[program = '', ...words]: readonly string[]): string | undefined => {
  try {
    // Corepack's replacement would ask a registry for its version.
    const env = { ...process.env, COREPACK_ENABLE_NETWORK: '0' }
    return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env }).trim()
  } catch {
    return undefined
  }
}

const onPath = (name: string): string | undefined => {
  const found = answerOf('/bin/sh', '-c', `command -v ${name}`)
  return found === undefined ? undefined : realpathSync(found)
}

/** A Rust toolchain, wherever rustup has put it. */
export const rust = (): ProgramFolders => {
  const root = answerOf('rustc', '--print', 'sysroot')
  return root !== undefined && existsSync(join(root, 'bin/cargo')) ? [root] : undefined
}

/** A program of one file on the PATH, linked into `tools`. */
export const single = (tools: string, name: string): ProgramFolders => {
  const file = onPath(name)
  if (file === undefined) return undefined
  mkdirSync(join(tools, 'bin'), { recursive: true })
  symlinkSync(file, join(tools, 'bin', name))
  return [tools, dirname(file)]
}

/** A JavaScript program on the PATH whose version begins so, started from `tools` with the whole of its package. */
export const ofVersion = (tools: string, name: string, version: string): ProgramFolders => {
  const file = onPath(name)
  if (file === undefined || !answerOf(file, '--version')?.startsWith(version)) return undefined
  const at = join(tools, 'bin', name)
  mkdirSync(dirname(at), { recursive: true })
  writeFileSync(at, `#!/bin/sh\nexec node ${file} "$@"\n`)
  chmodSync(at, 0o755)
  return [tools, dirname(dirname(file))]
}
