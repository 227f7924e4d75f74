import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Caller } from '../caller.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

export interface GitRun {
  readonly exitCode: number
  readonly stdout: string
  /** The messages of git and, after `remote:`, of the server. */
  readonly stderr: string
}

const environment = {
  PATH: process.env.PATH,
  HOME: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  LC_ALL: 'C',
}

/** Runs the git that is installed, without a configuration, and lets the server of this process answer it. */
export const runGit = (
  folder: string,
  args: readonly string[],
  { signal, env }: { readonly signal?: AbortSignal; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<GitRun> =>
  new Promise((resolve) => {
    const options = { cwd: folder, env: { ...environment, ...env }, maxBuffer: 2 ** 26, signal }
    execFile('git', [...args], options, (error, stdout, stderr) =>
      resolve({ exitCode: error ? Number(error.code) || 1 : 0, stdout, stderr }),
    )
  })

/** The same; throws where git fails. */
export const gitWorks = async (folder: string, ...args: string[]): Promise<GitRun> => {
  const run = await runGit(folder, args)
  if (run.exitCode !== 0) throw new Error(`git ${args.join(' ')}: ${run.stderr}`)
  return run
}

/** The address of a project for git; with a key it is part of the address. */
export const gitAddress = (
  baseUrl: string,
  { workspace }: Pick<Scene, 'workspace'>,
  projectId: string,
  key?: string,
) => {
  const address = new URL(`/w/${workspace}/${projectId}.git`, baseUrl)
  if (key !== undefined) {
    address.username = 'me'
    address.password = key
  }
  return address.href
}

/** Clones a project with the key of a caller into `clone` of a folder, and gives the path of the clone. */
export const cloneOf = async (
  folder: string,
  place: { readonly baseUrl: string; readonly at: Pick<Scene, 'workspace'>; readonly projectId: string },
  caller: Caller,
): Promise<string> => {
  const { baseUrl, at, projectId } = place
  await gitWorks(folder, 'clone', '-q', gitAddress(baseUrl, at, projectId, caller.key), 'clone')
  return `${folder}/clone`
}

/** Where a git that needs no folder runs. */
export const anyFolder: string = tmpdir()

/** Folders in which the server works for a request of git, or which wait for their deletion. */
export const workFolders = async ({ dataFolder }: TestServer): Promise<string[]> => {
  const names = ['quarantine', 'worktrees'].map((name) => readdir(join(dataFolder, name)))
  return (await Promise.all(names)).flat().filter((name) => name.startsWith('.'))
}

/** Those that remain once the deletions in the background are over. */
export const leftFolders = async (server: TestServer): Promise<string[]> => {
  await server.parts.repositories.close()
  return workFolders(server)
}
