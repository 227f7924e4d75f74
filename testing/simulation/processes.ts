import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Caller } from '../caller.ts'
import { type ServerProcess, startProcess } from '../crash/server-process.ts'

/** Servers over one database and one folder; each may die and is then started again. */
export const startProcesses = async (root: string, settings: Readonly<Record<string, string>>, count: number) => {
  const pids: number[] = []
  const start = async (tries = 10): Promise<ServerProcess> => {
    try {
      const one = await startProcess(root, settings)
      pids.push(one.pid)
      return one
    } catch (error) {
      // The database may be away at that moment.
      if (tries === 1) throw error
      await pause(1_000)
      return start(tries - 1)
    }
  }
  const running: ServerProcess[] = []
  let isOver = false
  for (let left = count; left > 0; left -= 1) running.push(await start())
  return {
    count,
    /** All that ever ran. */
    pids: (): readonly number[] => pids,
    /** Those that run now. */
    running: (): readonly number[] => running.map(({ pid }) => pid),
    /** A caller at the present process. */
    owner: (at: number): Caller => {
      if (isOver) throw new Error('The simulation is over.')
      return running[at % count]!.owner
    },
    kill: async (at: number) => {
      await running[at]!.kill()
      running[at] = await start()
      if (isOver) await running[at].kill()
    },
    freeze: (at: number) => running[at]!.freeze(),
    wake: (at: number) => running[at]!.wake(),
    stop: () => Promise.all(running.map((one) => one.stop())),
    /** Ends them at once, and what is being started. */
    end: async () => {
      isOver = true
      await Promise.all(running.map((one) => one.kill()))
    },
  }
}
export type Processes = Awaited<ReturnType<typeof startProcesses>>

/** Ends the processes of a PostgreSQL at once, as a crash does; its supervisor starts it again. */
export const crashDatabase = async (url: string, tries = 60): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ record: string }>(`select pg_read_file('postmaster.pid') as record`)
    process.kill(Number(rows[0]!.record.split('\n')[0]), 'SIGQUIT')
  } catch (error) {
    // It may still be on its way back from the last crash.
    if (tries === 1) throw error
    await pause(1_000)
    await crashDatabase(url, tries - 1)
  } finally {
    await client.end().catch(() => undefined)
  }
}
