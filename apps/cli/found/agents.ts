import { spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path'
import { missingOf, type ExternalAgent } from '../../../execution/harness/external-agents.ts'
import { knownAgents, type KnownAgent } from './agent-list.ts'
import type { AgentSource } from './model-source.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The coding agents on a PATH, each with the reason if it cannot be used. */
export const findAgents = async (environment: Environment, signal: AbortSignal): Promise<readonly AgentSource[]> => {
  const found = knownAgents.flatMap((agent) => {
    const program = programOn(environment.PATH ?? '', agent.program)
    return program === undefined ? [] : [{ agent, program }]
  })
  return Promise.all(found.map(({ agent, program }) => sourceOf(agent, program, environment, signal)))
}

const sourceOf = async (
  { name, title, args = [], environment: settings = {}, unusable }: KnownAgent,
  program: string,
  environment: Environment,
  signal: AbortSignal,
): Promise<AgentSource> => {
  const facts = { kind: 'agent', name, title, program } as const
  const refusal = (reason: string): AgentSource => ({ ...facts, unusable: reason })
  if (unusable !== undefined) return refusal(unusable)
  const { path: folder, isHome } = folderOf(program, environment.HOME ?? homedir())
  if (isHome)
    return refusal(
      `It lies in a home folder, which no sandbox shows. Install it in a folder of its own, such as /opt/${name}.`,
    )
  const version = await versionOf(program, environment.PATH ?? '', signal)
  signal.throwIfAborted()
  if (version === undefined)
    return refusal(`Its command ${program} --version did not print a version within ${versionMs / 1_000} s.`)
  const agent: ExternalAgent = {
    name: title,
    // A link may lie if no sandbox sees it.
    program: folder === undefined ? program : realpathSync(program),
    args: [...args],
    ...(folder !== undefined && { folder }),
    environment: settings,
  }
  const missing = missingOf(agent)
  return { ...facts, version, ...(missing === undefined ? { agent } : { unusable: `Not usable: ${missing}.` }) }
}

/** The first of that name, as a shell finds it. */
const programOn = (path: string, name: string): string | undefined =>
  path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find(isProgram)

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** `isHome` is true if it is not only a program's; undefined is for folders that every sandbox shows. */
interface ProgramFolder {
  readonly path: string | undefined
  readonly isHome: boolean
}

/** The host path that a sandbox needs for a program: none for one in /usr; its packages, else its folder. */
export const folderOf = (program: string, home: string): ProgramFolder => {
  const real = realpathSync(program)
  if (real.startsWith('/usr/')) return { path: undefined, isHome: false }
  const packages = `${sep}node_modules${sep}`
  const at = real.lastIndexOf(packages)
  const folder = at === -1 ? dirname(real) : real.slice(0, at + packages.length - 1)
  const ofUser = [join(home, '.local', 'bin'), join(home, 'bin')]
  return { path: folder, isHome: isOrHolds(folder, home) || ofUser.includes(folder) }
}

const isOrHolds = (folder: string, home: string) => folder === '/' || `${home}${sep}`.startsWith(`${folder}${sep}`)

const versionMs = 3_000
const printedMostBytes = 4_096

/** Runs `--version` with a home of its own and without the keys of this environment; undefined if it hangs or fails. */
const versionOf = (program: string, path: string, signal: AbortSignal): Promise<string | undefined> => {
  const home = mkdtempSync(join(tmpdir(), 'atelier-version-'))
  return new Promise<string | undefined>((resolve) => {
    const child = spawn(program, ['--version'], {
      cwd: home,
      env: { PATH: path, HOME: home },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    const timer = setTimeout(kill, versionMs)
    signal.addEventListener('abort', kill)
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('latin1')
      if (printed.length > printedMostBytes) kill()
    })
    const end = (version: string | undefined) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      kill()
      resolve(version)
    }
    child.on('error', () => end(undefined))
    child.on('close', (code) => end(code === 0 ? versionIn(printed) : undefined))
  }).finally(() => rmSync(home, { recursive: true, force: true }))
}

const versionIn = (printed: string) =>
  printed.length > printedMostBytes ? undefined : /\b\d+\.\d+(?:\.\d+)?(?:-[\w.]{1,40})?/.exec(printed)?.[0]
