// Whether public repositories are imported, set up and tested as they are.
//   node bench/repositories/run.ts [--init | --beside] [--relay] [--jobs 1] [--results file] <git folder>…
// --results: each result, or the output of init, goes into a file. --relay: registries at an address of this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startServer } from '../../apps/server/start.ts'
import { listProjects } from '../../domains/code/projects/contract.ts'
import { proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { readConfiguration } from '../../platform/configuration/index.ts'
import { callerOf, type Caller, type Reply } from '../../testing/caller.ts'
import { fileBlock } from '../../testing/delivery.ts'
import { publicRelay } from '../../testing/registries/public-relay.ts'
import { runUntilAsked } from '../../testing/runs/requests.ts'
import { besideHead, rowBeside } from './beside.ts'
import { rowOf, tableHead, type Check, type Result } from './row.ts'

const root = join(import.meta.dirname, '../..')
const waitMostMs = 6 * 60_000

const { values, positionals } = parseArgs({
  options: {
    init: { type: 'boolean', default: false },
    beside: { type: 'boolean', default: false },
    relay: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '1' },
    results: { type: 'string' },
  },
  allowPositionals: true,
})

/** The default branch of a repository, under the repository's own name, without what its Git configuration says. */
const cloneInto = async (folder: string, source: string): Promise<string> => {
  const parts = resolve(source).split('/')
  const name = (parts.at(-1) === 'repo' ? parts.at(-2)! : parts.at(-1)!).replace(/\.git$/, '').replace('+', '-')
  const clone = join(folder, name)
  const words = ['clone', '-q', '--single-branch', '--no-tags', `file://${resolve(source)}`, clone]
  const { exitCode, printed } = await run('git', words, folder)
  if (exitCode !== 0) throw new Error(printed)
  return clone
}

const run = async (
  program: string,
  args: readonly string[],
  cwd: string,
  environment = {},
  hear?: (piece: string) => void,
) => {
  const env = { ...process.env, ...environment }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const pieces: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      pieces.push(piece)
      hear?.(piece.toString())
    })
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { exitCode, printed: Buffer.concat(pieces).toString() }
}

const answered = ({ status, body }: Reply): Reply['body'] => {
  if (status >= 300) throw new Error(`The server answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** The line in which `init` gives the result of the tests. */
const isFirstResult = /^(?:\d{1,9} tests|The tests) (?:passed in|did not pass)/m

/** The output of `init` about a checkout: its table, and the result of its tests. */
const look = (environment: Readonly<Record<string, string>>, clone: string, hear?: (piece: string) => void) =>
  run(join(root, 'bin/atelier'), ['init', '--yes'], clone, environment, hear)

/** Imports a repository as a person does, and has the offline model add one file to it. */
const play = async (
  caller: Caller,
  environment: Readonly<Record<string, string>>,
  clone: string,
): Promise<Omit<Result, 'name' | 'tookMs'>> => {
  const cli = [join(root, 'apps/cli/main.ts'), 'import', '--yes']
  const imported = await run(process.execPath, cli, clone, environment)
  if (imported.exitCode !== 0) return { imported: imported.printed, verdict: 'none', reasons: [], checks: [] }
  const projects = answered(await caller.call(listProjects)) as readonly { id: string; name: string }[]
  const projectId = projects.find(({ name }) => name === basename(clone))?.id
  if (projectId === undefined) throw new Error(`There is no project ${basename(clone)}: ${imported.printed}`)
  const description = fileBlock('added.json', '{}\n')
  const body = { projectId, title: 'Add an empty file of settings', description }
  const { cycle } = answered(await caller.call(proposeCycle, { body }))
  const { tasks } = await runUntilAsked(caller, cycle.id as string)
  const evidence = answered(await caller.call(getTaskReviewEvidence, { id: tasks[0].id as string }))
  const verdict = evidence.verdict as { outcome: string; reasons: string[] } | null
  return {
    imported: 'yes',
    verdict: verdict?.outcome ?? 'none',
    reasons: verdict?.reasons ?? [],
    checks: evidence.checks as readonly Check[],
  }
}

const timeout = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('It took too long.'))))

interface ClonePlace {
  readonly folder: string
  readonly caller: Caller
  /** That of the command line. */
  readonly environment: Readonly<Record<string, string>>
}

const showInit = async (source: string, { folder, environment }: ClonePlace) => {
  const beganMs = performance.now()
  const clone = await cloneInto(folder, source)
  const { exitCode, printed } = await look(environment, clone)
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(0)
  console.log(`## ${basename(clone)}: ${seconds} s, exit code ${exitCode}\n\n${printed}`)
  await rm(clone, { recursive: true, force: true })
}

const showBeside = async (source: string, { folder, environment }: ClonePlace) => {
  const clone = await cloneInto(folder, source)
  const lookInside = async () => {
    const beganMs = performance.now()
    let firstResultMs: number | undefined
    const looked = await look(environment, clone, (piece) => {
      if (isFirstResult.test(piece)) firstResultMs ??= performance.now() - beganMs
    })
    if (values.results !== undefined) appendFileSync(values.results, `## ${basename(clone)}\n\n${looked.printed}\n`)
    return { printed: looked.printed, seconds: (firstResultMs ?? performance.now() - beganMs) / 1_000 }
  }
  console.log(await rowBeside(run, clone, lookInside))
  await rm(clone, { recursive: true, force: true })
}

const show = async (source: string, { folder, caller, environment }: ClonePlace) => {
  const beganMs = performance.now()
  const clone = await cloneInto(folder, source)
  const played = await Promise.race([play(caller, environment, clone), timeout(AbortSignal.timeout(waitMostMs))]).catch(
    (error: unknown) => ({ imported: 'yes', verdict: 'none', reasons: [String(error)], checks: [] }),
  )
  const result = { name: basename(clone), tookMs: performance.now() - beganMs, ...played }
  if (values.results !== undefined) appendFileSync(values.results, `${JSON.stringify(result)}\n`)
  console.log(rowOf(result))
  await rm(clone, { recursive: true, force: true })
}

const main = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-repositories-'))
  try {
    const relay = values.relay ? await publicRelay() : undefined
    if (relay) process.env.ATELIER_REGISTRIES = relay.registries
    const given = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('ATELIER_')))
    const settings = { ...given, ATELIER_DATA: join(folder, 'data'), ATELIER_PORT: '0' }
    const { baseUrl, close } = await startServer(readConfiguration(settings), pino({ level: 'error' }))
    try {
      const owner = await readFile(join(folder, 'data/owner.json'), 'utf8')
      const { apiKey } = JSON.parse(owner) as { apiKey: string }
      const environment = { ATELIER_URL: baseUrl, ATELIER_API_KEY: apiKey, XDG_CONFIG_HOME: join(folder, 'config') }
      if (!values.init) console.log(values.beside ? besideHead : tableHead)
      const waiting = [...positionals]
      const worker = async () => {
        for (let source = waiting.shift(); source; source = waiting.shift())
          await (values.beside ? showBeside : values.init ? showInit : show)(source, {
            folder,
            caller: callerOf(baseUrl, apiKey),
            environment,
          })
      }
      await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
    } finally {
      await Promise.all([close(), relay?.close()])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

await main()
