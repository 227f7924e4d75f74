// Readers of one cycle's stream against a bare node:http server that writes the same frame to as many: how long an event
// takes to reach all of them, what it and an idle second cost in transactions, and a read and a change beside the readers.
//   node bench/streams.ts [readers] [events]
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import pg from 'pg'
import { openRelay, record } from '../platform/audit/index.ts'
import { openDatabase } from '../platform/db/database.ts'
import { startTestCluster } from '../testing/index.ts'
import { median, quantile, startProcess, timed } from './measure.ts'
import { clock, type StreamAddress } from './streams-programs.ts'

const readers = Number(process.argv[2] ?? 500)
const events = Number(process.argv[3] ?? 20)
const programs = join(import.meta.dirname, 'streams-programs.ts')
const idleMs = 30_000
const changes = 300

interface ReaderTimes {
  readonly mark: string
  readonly times: readonly number[]
}
const told = async (child: ChildProcess, mark: string): Promise<readonly number[]> => {
  for (;;) {
    const [message] = (await once(child, 'message')) as [ReaderTimes]
    if (message.mark === mark) return message.times
  }
}

/** The wait of every reader for every event, in milliseconds. */
const waits = async (child: ChildProcess, publish: (mark: string) => Promise<unknown>, count: number) => {
  const all: number[] = []
  for (let at = 0; at < count; at += 1) {
    const mark = `${at}e${Math.random().toString(36).slice(2)}`
    const arriving = told(child, mark)
    const began = clock()
    await publish(mark)
    const times = await arriving
    all.push(...times.map((time) => time - began))
    await later(50)
  }
  return all
}

const readersOf = async (opening: StreamAddress) => {
  const child = fork(programs, ['readers', String(readers)])
  const opened = told(child, 'open')
  child.send(opening)
  await opened
  return child
}
const leave = async (child: ChildProcess) => {
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

const floor = async (): Promise<readonly number[]> => {
  const bare = await startProcess([programs, 'bare'], {})
  const child = await readersOf({ url: `${bare.url}/`, key: '' })
  const payload = 'x'.repeat(300)
  const publish = (mark: string) =>
    fetch(bare.url, { method: 'POST', body: `id: 7\nevent: event\ndata: {"mark":"mark-${mark}","p":"${payload}"}\n\n` })
  await waits(child, publish, 3)
  const result = await waits(child, publish, events)
  await leave(child)
  await bare.stop()
  return result
}

const show = (name: string, values: readonly number[]) =>
  console.log(
    `${name}: p50 ${quantile(values, 0.5).toFixed(0)} ms, p99 ${quantile(values, 0.99).toFixed(0)} ms, ` +
      `last ${quantile(values, 1).toFixed(0)} ms`,
  )

/** The product, one cycle in it, and what is asked of them. */
const openProduct = async (databaseUrl: string, folder: string) => {
  const env = { DATABASE_URL: databaseUrl, ATELIER_DATA: folder, ATELIER_ROLE: 'server' }
  const server = await startProcess(['apps/server/main.ts'], env)
  const owner = JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8')) as Record<string, string>
  const ask = async (path: string, init: RequestInit) => {
    const headers = { 'x-api-key': owner.apiKey!, 'content-type': 'application/json' }
    const reply = await fetch(`${server.url}/v1/api${path}`, { ...init, headers })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as { readonly id: string; readonly cycle: { readonly id: string } }
  }
  const get = (path: string) => ask(path, {})
  const post = (path: string, body: object) => ask(path, { method: 'POST', body: JSON.stringify(body) })
  const project = await post('/projects', { name: 'Bench' })
  const { cycle } = await post('/cycles', { projectId: project.id, title: 'Bench', description: 'Readers' })
  const database = openDatabase({ url: databaseUrl, connections: 2 })
  const relay = openRelay(databaseUrl, () => undefined)
  let made = 0
  return {
    server,
    stream: { url: `${server.url}/v1/api/cycles/${cycle.id}/stream`, key: owner.apiKey! },
    /** Writes an event as another process would, and notifies the server. */
    publish: (mark: string) =>
      database.within(owner.workspaceId!, async (tx) => {
        const payload = { mark: `mark-${mark}`, filler: 'x'.repeat(100) }
        const of = { projectId: project.id, cycleId: cycle.id }
        record(tx, undefined, { name: 'cycle.bench', entity: ['cycle', cycle.id], ...of, payload })
      }),
    /** Milliseconds of a change whose event wakes the readers, and which they do not get. */
    change: async () => {
      const times: number[] = []
      for (let at = 0; at < changes; at += 1)
        times.push(await timed(() => post('/projects', { name: `Change ${(made += 1)}` })))
      return median(times)
    },
    /** Milliseconds of the slowest read beside some work, one after another. */
    slowestRead: async (work: Promise<unknown>) => {
      const ended = work.then(() => true)
      let slowest = 0
      do slowest = Math.max(slowest, await timed(() => get(`/projects/${project.id}`)))
      while (!(await Promise.race([ended, later(20, false)])))
      return slowest
    },
    close: async () => {
      await relay.close()
      await database.close()
      await server.stop()
    },
  }
}

/** Counts what the database has committed and rolled back. */
const openCounter = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const count = async () => {
    // Backends report their transactions at once, or ten seconds later.
    await later(11_000)
    const { rows } = await client.query<{ count: string }>(
      'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
    )
    return Number(rows[0]!.count)
  }
  /** Transactions a second over a while in which nothing happens. */
  const idle = async () => {
    const before = await count()
    await later(idleMs - 11_000)
    return ((await count()) - before) / (idleMs / 1_000)
  }
  return { count, idle, close: () => client.end() }
}

const bench = async () => {
  const cluster = await startTestCluster()
  const folder = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const counter = await openCounter(cluster.url)
  try {
    const product = await openProduct(cluster.url, folder)
    show(`floor, ${readers} readers`, await floor())
    await product.change()
    const alone = await product.change()
    const quiet = await counter.idle()
    const child = await readersOf(product.stream)
    await waits(child, product.publish, 3)
    const beside = await product.change()
    const idle = await counter.idle()
    const before = await counter.count()
    const began = performance.now()
    show(`an event, ${readers} readers`, await waits(child, product.publish, events))
    const after = await counter.count()
    const each = (after - before - (idle * (performance.now() - began)) / 1_000) / events
    const slowest = await product.slowestRead(waits(child, product.publish, events))
    const memory = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${product.server.pid}/status`, 'utf8'))?.[1]
    await leave(child)
    const again = await product.change()
    console.log(`the slowest read beside these events: ${slowest.toFixed(0)} ms`)
    console.log(`an event costs ${each.toFixed(1)} transactions, its own among them`)
    console.log(`idle: ${idle.toFixed(1)} transactions a second with the readers, ${quiet.toFixed(1)} without`)
    console.log(
      `a change: ${beside.toFixed(2)} ms beside the readers, ${alone.toFixed(2)} and ${again.toFixed(2)} alone`,
    )
    console.log(`the server holds ${Math.round(Number(memory) / 1024)} MiB`)
    await product.close()
  } finally {
    await counter.close()
    await cluster.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

await bench()
