import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inFolder, writeFiles } from '../../testing/repository.ts'
import type { Case } from './case.ts'
import { linkPackages, type Programs } from './programs.ts'

export interface Local {
  readonly base: 'passes' | 'fails'
  readonly after: 'passes' | 'fails'
  /** The checks with the tests of the request, before and after the change; undefined if the case has none. */
  readonly asked: { readonly base: 'passes' | 'fails'; readonly after: 'passes' | 'fails' } | undefined
  readonly printed: string
}

/**
 * Runs the checks of a case in a scratch folder, without the product: before and after its change, and both again with
 * the tests of the request.
 */
export const runLocally = (one: Case, programs: Pick<Programs, 'modulesFor'>): Promise<Local> =>
  inFolder(async (folder) => {
    await writeFiles(folder, one.files)
    const modules = programs.modulesFor(one)
    if (modules !== undefined) await shell(folder, linkPackages(modules))
    const before = await baseOf(one, folder)
    const askedBefore = await runAsked(one, folder)
    for (const action of [...one.actions, ...one.answers]) await act(folder, action)
    const after = await runChecks(one, folder)
    const askedAfter = await runAsked(one, folder)
    return {
      base: before.passes ? 'passes' : 'fails',
      after: after.passes ? 'passes' : 'fails',
      asked: askedBefore &&
        askedAfter && {
          base: askedBefore.passes ? 'passes' : 'fails',
          after: askedAfter.passes ? 'passes' : 'fails',
        },
      printed: `${before.printed}\n---- after the change\n${after.printed}\n---- as asked\n${askedAfter?.printed ?? ''}`,
    }
  })

const runAsked = async (one: Case, folder: string): Promise<Ran | undefined> => {
  const paths = Object.keys(one.acceptance)
  if (paths.length === 0) return undefined
  await writeFiles(folder, one.acceptance)
  const ran = await runChecks(one, folder)
  for (const path of paths) await rm(join(folder, path))
  return ran
}

interface Ran {
  readonly passes: boolean
  readonly printed: string
}

const bases = new Map<string, Promise<Ran>>()

// Many cases start from the same files.
const baseOf = async (one: Case, folder: string): Promise<Ran> => {
  const key = JSON.stringify(Object.entries(one.files))
  const known = bases.get(key) ?? runChecks(one, folder)
  bases.set(key, known)
  return known
}

const runChecks = async ({ fixture, files }: Case, folder: string): Promise<Ran> => {
  const commands =
    fixture.checks.length > 0 ? fixture.checks.map(({ command }) => command) : [testScript(files) ?? fixture.derived]
  const ran = []
  for (const command of commands) ran.push(await shell(folder, command))
  return { passes: ran.every(({ exitCode }) => exitCode === 0), printed: ran.map(({ printed }) => printed).join('') }
}

// The checks of the base judge the change, also where the change has other scripts.
const testScript = ({ 'package.json': text }: Case['files']) => {
  if (typeof text !== 'string') return undefined
  return (JSON.parse(text) as { scripts?: { test?: string } }).scripts?.test
}

const act = async (folder: string, { tool, input }: Case['actions'][number]) => {
  if (tool === 'write') return writeFiles(folder, { [input.path as string]: input.content as string })
  if (tool === 'edit') return edit(join(folder, input.path as string), input.find as string, input.replace as string)
  const { exitCode, printed } = await shell(folder, input.command as string)
  if (exitCode !== 0) throw new Error(`${String(input.command)} failed: ${printed}`)
}

const edit = async (path: string, find: string, replace: string) => {
  const [before, after, ...more] = (await readFile(path, 'utf8')).split(find)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${path} does not have these lines exactly once: ${find}`)
  await writeFile(path, before + replace + after)
}

// Settings of a surrounding test run would change how the runners of the cases report.
const inherited = /^(NODE_TEST_CONTEXT|VITEST|NODE_ENV|JEST_|npm_)/

const shell = async (folder: string, command: string) => {
  const own = Object.entries(process.env).filter(([name]) => !inherited.test(name))
  const env = {
    ...Object.fromEntries(own),
    CI: 'true',
    NO_COLOR: '1',
    PATH: `${folder}/node_modules/.bin:${process.env.PATH}`,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  const child = spawn('sh', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, printed: Buffer.concat(pieces).toString() }
}
