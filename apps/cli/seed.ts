import { parseArgs } from 'node:util'
import { findDataFolder, findOwner, projectRoot } from './client/credentials.ts'
import { openClient, type Credentials } from './client/client.ts'
import { exitCodes, Failure, failed, unreachable, usage } from './failure.ts'
import { seedForSignIn } from './seed/sign-in-lines.ts'
import { until } from './seed/until.ts'
import { openSession, type Session } from './session.ts'
import { start } from './program/command.ts'

const usageText = 'Usage: bin/seed [--wait]'
const purpose =
  'Fills the workspace of the server on this machine (ATELIER_DATA, else .atelier) with invented people, firms and work. It refuses a workspace with projects. --wait waits for a server that is about to start.'

const readArguments = () => {
  try {
    const options = {
      wait: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    } as const
    return parseArgs({ options }).values
  } catch (error) {
    throw usage(`${(error as Error).message}\n${usageText}`)
  }
}

const seed = async (session: Session): Promise<void> => {
  const { wait, help } = readArguments()
  if (help) {
    session.output.print(`${usageText}\n${purpose}`)
    return
  }
  const { environment, cwd, signal, output } = session
  session.ifInterrupted('Stopped. What was made so far stays; seed a server with an empty data folder next time.')
  const owner = wait ? await untilReady(session) : await findOwner(environment, [cwd, projectRoot])
  if (!owner) throw unreachable('no_server', `There is no server of yours on this machine. Start one: ${start}`)
  const dataFolder = await findDataFolder(environment, cwd, owner.url)
  if (dataFolder === undefined)
    throw failed('no_data_folder', `The data folder of ${owner.url} is not on this machine.`)
  const client = openClient(owner, signal)
  try {
    output.print(await seedForSignIn({ session, client, dataFolder }))
  } finally {
    await client.close()
  }
}

/** The server of this machine once it answers; its file may be there before it does. */
const untilReady = ({ environment, cwd, signal }: Session): Promise<Credentials> =>
  until(
    async () => {
      const owner = await findOwner(environment, [cwd, projectRoot])
      const answer = owner && (await fetch(`${owner.url}/healthz`, { signal }).catch(() => undefined))
      return answer?.ok ? owner : undefined
    },
    { signal, awaited: 'a server on this machine' },
  )

const session = openSession(false)
try {
  await seed(session)
} catch (error) {
  const cause: unknown = session.signal.aborted ? session.signal.reason : error
  session.output.say(
    cause instanceof Failure ? cause.message : `The seed failed: ${String((cause as Error).stack ?? cause)}`,
  )
  process.exitCode = cause instanceof Failure && cause.kind in exitCodes ? exitCodes[cause.kind] : exitCodes.failed
} finally {
  await session.close()
}
