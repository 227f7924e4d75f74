// How long a stop at a random moment of a cycle takes: until its answer, until no command is left, and until the cycle
// is stopped. Of three cycles one waits in a command of its agent, and one in a check.
//   node bench/stops.ts [turns] [milliseconds in which the moments lie]
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { startServer } from '../apps/server/start.ts'
import { executeCycle, stopCycle } from '../domains/delivery/cycles/contract.ts'
import { readConfiguration } from '../platform/configuration/index.ts'
import { callerOf } from '../testing/caller.ts'
import { endOf, fileBlock, library, mergeUnverified, propose } from '../testing/delivery.ts'
import { bundleOf, git, importProject } from '../testing/repository.ts'
import { median } from './measure.ts'

const [turns = 30, withinMs = 3_000] = process.argv.slice(2).map(Number)
const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
const mark = `stops-${process.pid}`
const waiting = `: ${mark}; sleep 600`
const agents = [fileBlock('a.md', 'x\n'), `\`\`\`run\n${waiting}\n\`\`\`\n`, fileBlock('check.md', 'x\n')]
const checks = [{ name: 'slow', command: `test ! -e check.md || { ${waiting}; }` }]

/** Whether a command of a run is there, in a sandbox or escaped from one. */
const isAtWork = async () => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.some((line) => line.includes(mark))
}

const tell = (what: string, took: readonly number[]) =>
  console.log(
    `${what}: median ${median(took).toFixed(0)} ms, the longest of ${took.length} ${Math.max(...took).toFixed(0)} ms`,
  )

try {
  const settings = { ATELIER_DATA: join(folder, 'data'), ATELIER_PORT: '0' }
  const server = await startServer(readConfiguration(settings), pino({ level: 'error' }))
  const owner = JSON.parse(await readFile(join(folder, 'data', 'owner.json'), 'utf8')) as { apiKey: string }
  const caller = callerOf(server.baseUrl, owner.apiKey)
  const { projectId } = await importProject(caller, await bundleOf(library))
  await mergeUnverified(caller, projectId, { checks })
  const [repositoryId] = await server.parts.repositories.list()
  const gitDir = server.parts.repositories.gitDirOf(repositoryId!)
  const [answered, ended, stopped]: number[][] = [[], [], []]
  for (let turn = 0; turn < turns; turn += 1) {
    const before = git(gitDir, 'rev-parse', 'main')
    const id = await propose(caller, projectId, agents[turn % agents.length]!)
    await caller.call(executeCycle, { id })
    await pause(Math.random() * withinMs)
    const began = performance.now()
    const { status } = await caller.call(stopCycle, { id })
    if (status !== 200) continue
    answered!.push(performance.now() - began)
    const whenStopped = endOf(caller, id).then(({ cycle }) => {
      stopped!.push(performance.now() - began)
      if (cycle.status !== 'stopped') throw new Error(`The cycle is ${cycle.status}`)
    })
    while (await isAtWork()) await pause(5)
    ended!.push(performance.now() - began)
    await whenStopped
    if (git(gitDir, 'rev-parse', 'main') !== before) throw new Error('The branch moved')
    git(gitDir, 'fsck', '--no-dangling', '--no-progress', '--connectivity-only')
  }
  tell('answered', answered!)
  tell('no command is left', ended!)
  tell('stopped', stopped!)
  await server.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
