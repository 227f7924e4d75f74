import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { startTestCluster } from '../cluster.ts'

/** A PostgreSQL of the suite's own whose processes can be stopped and continued. */
export interface StoppableDatabase {
  readonly url: string
  /** SIGSTOP to the server and all its processes: connections stay open, and nothing answers. */
  stop(): Promise<void>
  /** SIGCONT to all of them. */
  goOn(): Promise<void>
}

/** Starts the server for the suite that calls this at the top of its file; gone after its last test. */
export const stoppableDatabase = async (): Promise<StoppableDatabase> => {
  const cluster = await startTestCluster()
  const pid = await postmasterOf(cluster.url)
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const one of [pid, ...(await childrenOf(pid))]) signalOne(one, signal)
  }
  afterAll(async () => {
    await signalAll('SIGCONT')
    await cluster.stop()
  })
  return { url: cluster.url, stop: () => signalAll('SIGSTOP'), goOn: () => signalAll('SIGCONT') }
}

const postmasterOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ record: string }>(`select pg_read_file('postmaster.pid') as record`)
  await client.end()
  return Number(rows[0]!.record.split('\n')[0])
}

/** The processes that a process started. */
export const childrenOf = async (parent: number) => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_pid, at) => parents[at] === parent)
}

const parentOf = async (pid: number) => {
  const text = await readFile(join('/proc', String(pid), 'stat'), 'utf8').catch(() => '')
  return Number(/\) \S (\d+)/.exec(text)?.[1])
}

const signalOne = (pid: number, signal: NodeJS.Signals) => {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
