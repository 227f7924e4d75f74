import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { ended, openWorld, quiet } from '../../testing/jobs/world.ts'
import { VaultUnavailable } from '../crypto/index.ts'
import { openDatabase } from '../db/database.ts'
import { OutcomeUnknown } from '../db/unavailable.ts'
import { FetchRefusal } from '../fetch/index.ts'
import { StorageFullError, StorageUnavailableError } from '../storage/index.ts'
import { type Away, whatIsAway } from './away.ts'
import { createEngine } from './engine.ts'
import { finish, step } from './step.ts'
import { openTries } from './tries.ts'
import { workflow } from './workflow.ts'

const system = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
const refused = () => system('ECONNREFUSED', 'connect')
const lookup = () => system('EAI_AGAIN', 'getaddrinfo')

/** The error of a database that nothing listens for. */
const nothingListens = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  const database = openDatabase({ url: `postgres://nobody@127.0.0.1:${port}/none` })
  const error = await database.instance(() => Promise.resolve(new Error('connected'))).catch((thrown: Error) => thrown)
  await database.close()
  return error
}

const errors: readonly (readonly [string, Error, Away | undefined])[] = [
  ['a connection that was cut', new Error('Connection terminated unexpectedly'), 'database'],
  ['a commit without an answer', new OutcomeUnknown(new Error('cut')), 'database'],
  ['a database that starts', Object.assign(new Error('starting up'), { code: '57P03' }), 'database'],
  ['a database that nothing listens for', await nothingListens(), 'database'],
  [
    'its error, wrapped twice',
    new Error('a', { cause: new Error('b', { cause: new OutcomeUnknown(new Error('cut')) }) }),
    'database',
  ],
  ['a bucket', new StorageUnavailableError({ cause: 'cut' }), 'bucket'],
  ['a full disk', new StorageFullError('a test'), 'disk'],
  ['a full disk that a program met', new Error('git', { cause: system('ENOSPC', 'write') }), 'disk'],
  ['a name server', new FetchRefusal('unreachable', 'a.example', lookup()), 'names'],
  ['a statement that took too long', Object.assign(new Error('cancelled'), { code: '57014' }), 'busy'],
  ['no root key', new VaultUnavailable(), 'keys'],
  ['a server of others', refused(), 'peer'],
  [
    'a name that does not exist',
    new FetchRefusal('unreachable', 'a.example', system('ENOTFOUND', 'getaddrinfo')),
    undefined,
  ],
  ['a wrong statement', Object.assign(new Error('syntax'), { code: '42601' }), undefined],
  ['a fault', new TypeError('undefined is not a function'), undefined],
]

test.each(errors)('is it the thing, or is something away: %s', (_name, error, away) => {
  expect(whatIsAway(error)).toBe(away)
})

test('a message is not counted while anything is away', async () => {
  for (const [name, error, away] of errors) {
    const tries = openTries()
    const handle = () => tries.handle('a', () => Promise.reject(error))
    for (let nth = 1; nth <= 3; nth += 1)
      if (away) await expect(handle(), name).rejects.toBe(error)
      else expect(await handle(), name).toMatchObject({ kind: nth === 1 ? 'failed' : 'set_aside' })
  }
})

const kit = await testDatabase()
const world = await openWorld(kit)
const thrown = new Map<string, Error[]>()
const build = step('build', {
  sandbox: true,
  retries: 1,
  effect: ({ run }) => {
    const error = thrown.get(run.subjectId)?.shift()
    return error ? Promise.reject(error) : Promise.resolve()
  },
  commit: () => finish(),
})
const engine = createEngine({
  database: kit.database,
  workflows: [workflow('line', { steps: [build] })],
  sandboxes: { limit: 3 },
  log: quiet,
  retryFirstMs: 1,
  roomEveryMs: 1,
})
await engine.work()
afterAll(() => engine.stop())

const endOfRun = async (subjectId: string) => {
  const run = await world.start(engine, {}, { subjectId })
  const { status } = await ended(world, run.id)
  const [row] = await world.rows('select errors, attempt from run_step where run_id = $1', [run.id])
  return { status, ...row }
}
const waited = ['database', 'bucket', 'disk', 'names']

test.each(errors)('a step counts only its own errors: %s', async (_name, error, away) => {
  const subjectId = crypto.randomUUID()
  thrown.set(subjectId, Array<Error>(6).fill(error))
  const isWaitedFor = away !== undefined && waited.includes(away)
  expect(await endOfRun(subjectId)).toEqual(
    isWaitedFor ? { status: 'finished', errors: 0, attempt: 7 } : { status: 'failed', errors: 1, attempt: 2 },
  )
})
