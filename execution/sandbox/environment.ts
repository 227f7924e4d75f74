import { homePath } from './sandbox.ts'

type Environment = Readonly<Record<string, string>>

/** The variables of every command. `proxy` is the address of the way out, such as `http://127.0.0.1:3128`. */
export const standardEnvironment = (path: string, proxy: string | undefined): Environment => ({
  PATH: path,
  HOME: homePath,
  TMPDIR: '/tmp',
  USER: 'sandbox',
  LOGNAME: 'sandbox',
  // That of people, which each machine has that starts sandboxes: dash drops the functions that bash exports.
  SHELL: '/bin/bash',
  LANG: 'C.UTF-8',
  // A program that asks for the size or the colours of a terminal fails if it has no name for it.
  TERM: 'dumb',
  ...(proxy ? proxyEnvironment(proxy) : {}),
})

const local = 'localhost,127.0.0.1,::1'

// Node's own fetch and http follow the proxy settings only when NODE_USE_ENV_PROXY asks them to.
const proxyEnvironment = (proxy: string): Environment => ({
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  NO_PROXY: local,
  no_proxy: local,
  NODE_USE_ENV_PROXY: '1',
})

// A shell keeps these for itself, and stops when they are set.
const shellsOwn = new Set(['UID', 'EUID', 'PPID', 'BASHOPTS', 'SHELLOPTS', 'BASH_VERSINFO', 'OPTIND', 'LINENO', '_'])

/**
 * Shell words that set the environment, later ones winning. Names that a shell keeps for itself are left out. Throws a
 * sentence for a name that is not a shell's, and for a value with a NUL byte.
 */
export const exportScript = (...environments: readonly (Environment | undefined)[]): string =>
  Object.entries(Object.assign({}, ...environments) as Environment)
    .filter(([name]) => !shellsOwn.has(name))
    .map(([name, value]) => `export ${checked(name, value)}=${quoted(value)}\n`)
    .join('')

const checked = (name: string, value: string) => {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    throw new Error(`The environment variable "${name}" has no name that a shell takes. Use letters, digits and _.`)
  if (value.includes('\0')) throw new Error(`The environment variable ${name} holds a NUL byte. Leave it out.`)
  return name
}

const quoted = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`
