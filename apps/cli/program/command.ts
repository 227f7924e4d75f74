import { accessSync, constants, realpathSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', '..', 'bin')
const program = join(folder, 'atelier')

interface CommandEnvironment {
  readonly cwd: string
  readonly path?: string | undefined
  /** Set by npx for its programs. */
  readonly npmCommand?: string | undefined
}

/**
 * The command as a person in `cwd` can type it: by its name if that leads here, by npx if it was begun so, else by its
 * path, quoted if a shell would split it.
 */
export const commandIn = ({ cwd, path = '', npmCommand }: CommandEnvironment): string => {
  const first = path.split(delimiter).find((folder) => folder !== '' && isProgram(join(folder, 'atelier')))
  if (first !== undefined && isThis(join(first, 'atelier'))) return npmCommand === 'exec' ? 'npx atelier' : 'atelier'
  return typedPath(program, cwd)
}

const typedPath = (path: string, cwd: string) => {
  const near = pathIn(path, cwd)
  return quoted(near.includes('/') ? near : `./${near}`)
}

/** The shortest form of a path for a person in `cwd`. */
export const pathIn = (path: string, cwd: string): string => {
  const near = relative(cwd, path)
  return near.startsWith('..') ? path : near
}

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const isThis = (path: string) => realpathSync(path) === realpathSync(program)

/** A word as a shell takes it. */
export const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** The command as the reader of a hint can type it. */
export const atelier = commandIn({
  cwd: process.cwd(),
  path: process.env.PATH,
  npmCommand: process.env.npm_command,
})

/** The command that starts a server, as it can be typed. */
export const start = typedPath(join(folder, 'start'), process.cwd())
