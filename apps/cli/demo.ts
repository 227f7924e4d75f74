import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { atelier, quoted, start } from './program/command.ts'
import { openClient } from './client/client.ts'
import { fingerprintOf } from './demo/fingerprint.ts'
import { startDemoServer, type DemoServer } from './demo/server.ts'
import { showLoop } from './demo/show-loop.ts'
import { exitCodes, Failure, usage } from './failure.ts'
import { openSession, type Session } from './session.ts'
import { seedForSignIn } from './seed/sign-in-lines.ts'
import { privateMailHosts, usualMailPorts } from './seed/mail-servers.ts'

const usageText = 'bin/demo [repository or bundle] [--keep], or bin/demo --workspace'

const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        keep: { type: 'boolean', default: false },
        workspace: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (positionals.length > 1) throw usage(`One repository or bundle at a time: ${usageText}`)
    if (values.workspace && positionals.length > 0)
      throw usage(`A workspace is made of invented projects, without a repository of yours: ${usageText}`)
    return { ...values, given: positionals[0] }
  } catch (error) {
    throw error instanceof Failure ? error : usage(`${(error as Error).message}\nUsage: ${usageText}`)
  }
}

/** One change from a sentence to a merged commit, on a server of its own. */
const demo = async (session: Session): Promise<void> => {
  const { keep, workspace, help, given } = readArguments()
  if (help) {
    session.output.print(
      `Usage: ${usageText}\nOne change from a sentence to a merged commit, or a workspace of invented people and work, on a server of its own.`,
    )
    return
  }
  const path = given === undefined ? undefined : resolve(session.cwd, given)
  // An unusable path is refused before a server is started for it.
  if (path !== undefined) await fingerprintOf(path, session.signal)
  session.ifInterrupted('Stopped. The server of the demo is stopped, and its files are removed.')
  const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-demo-'))
  // The account that runs the database passes through; private files in here have rights of their own.
  await chmod(dataFolder, 0o711)
  let isKept = false
  try {
    isKept = workspace ? await showWorkspace(session, dataFolder) : await onServer(session, dataFolder, keep, path)
  } catch (error) {
    if (!session.signal.aborted) await showLog(session, dataFolder)
    throw error
  } finally {
    if (!isKept) await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
}

const onServer = async (
  session: Session,
  dataFolder: string,
  keep: boolean,
  path: string | undefined,
): Promise<boolean> => {
  const { output, signal, environment } = session
  output.print('Starting a server with a database of its own …')
  const server = await startDemoServer(dataFolder, environment, signal)
  const client = openClient(server, signal)
  let isKept = false
  try {
    output.print(`Atelier runs at ${server.url}`)
    const projectId = await showLoop({ ...session, client: () => Promise.resolve(client) }, path)
    isKept = keep
    if (keep) sayHowToGoOn(session, server, dataFolder, projectId)
  } finally {
    await client.close()
    if (isKept) server.leave()
    else await server.stop()
  }
  if (!isKept) output.print(['The server is stopped.', ...nextSteps(path)].join('\n'))
  return isKept
}

/** From here to the person's own first change. */
const nextSteps = (path: string | undefined): string[] => [
  '',
  'Next, on a repository of yours:',
  `${`  ${start}`.padEnd(24)} a server that stays; it says what to type next`,
  `${`  ${atelier} login`.padEnd(24)} in another terminal`,
  `  ${atelier} deliver "<what should change>" ${path === undefined ? '<repository>' : quoted(path)}`,
]

const sayHowToGoOn = ({ output }: Session, { url, apiKey, pid }: DemoServer, dataFolder: string, projectId: string) =>
  output.print(
    [
      `The server goes on at ${url} (process ${pid}); its files are in ${dataFolder}`,
      `  look at the API     ${url}/docs`,
      `  use it              export ATELIER_URL=${url} ATELIER_API_KEY=${apiKey}`,
      `  another change      ${atelier} deliver --project ${projectId} "<what should change>"`,
      `  get the project     ${atelier} pull <folder> --project ${projectId}`,
      `  end it              kill ${pid}, and when it has ended: rm -r ${dataFolder}`,
    ].join('\n'),
  )

const logLinesMost = 60

const showLog = async ({ output }: Session, dataFolder: string) => {
  const log = await readFile(join(dataFolder, 'server.log'), 'utf8').catch(() => '')
  if (log.trim() === '') return
  output.say('The end of the log of the server:')
  output.say(log.trimEnd().split('\n').slice(-logLinesMost).join('\n'))
}

const settings = {
  ATELIER_FETCH_PRIVATE_HOSTS: privateMailHosts(usualMailPorts),
  // Two cycles of the seed stay at work for minutes; a person who looks around has sandboxes beside them.
  ATELIER_SANDBOX_LIMIT: '4',
}

/** A server with a workspace of invented people and work, which continues after this process. */
const showWorkspace = async (session: Session, dataFolder: string): Promise<true> => {
  const { output, signal, environment } = session
  output.print('Starting a server with a database of its own …')
  const server = await startDemoServer(dataFolder, environment, signal, settings)
  const client = openClient(server, signal)
  let isLeft = false
  try {
    output.print(await seedForSignIn({ session, client, dataFolder }))
    output.print(`\nThe server goes on (process ${server.pid}); its files are in ${dataFolder}`)
    output.print(`  end it  kill ${server.pid}, and when it has ended: rm -r ${dataFolder}`)
    isLeft = true
    return true
  } finally {
    await client.close()
    if (isLeft) server.leave()
    else await server.stop()
  }
}

const opened = openSession(false)
// Here the steps are the result: messages on the way belong between them.
const session = { ...opened, output: { ...opened.output, say: opened.output.print } }
try {
  await demo(session)
} catch (error) {
  const cause: unknown = session.signal.aborted ? session.signal.reason : error
  const isExplained = cause instanceof Failure
  const stack = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  session.output.say(isExplained ? cause.message : `The demo failed: ${stack}`)
  const isOwnCode = isExplained && ['usage', 'interrupted'].includes(cause.kind)
  process.exitCode = isOwnCode ? exitCodes[cause.kind] : exitCodes.failed
} finally {
  await session.close()
}
