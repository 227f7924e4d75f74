import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeHosts } from '../../../../domains/code/code-hosts/contract.ts'
import { chat } from '../../../../domains/delivery/chat/contract.ts'
import { trackers } from '../../../../domains/delivery/trackers/contract.ts'
import type { Client, Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, failed, usage } from '../../failure.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { readKey } from '../../terminal/ask.ts'
import { columns, printable } from '../../terminal/text.ts'

interface AddHostOptions {
  readonly url?: string
  readonly stdin?: boolean
  /** An app of GitHub, its installation, and the file with its private key. */
  readonly app?: string
  readonly installation?: string
  readonly key?: string
}

interface ConnectProjectOptions extends ProjectOption {
  readonly create?: boolean
  readonly pullRequests?: boolean
}

type PullRequest = Reply<typeof codeHosts.listProjectPullRequests>[number]

/** `atelier connect list`: prints code hosts, trackers and chat channels of the workspace. */
export const listConnections = async (session: Session): Promise<void> => {
  const connections = await connectionsOf(await session.client())
  session.output.document(connections.map(({ of, row }) => ({ of, ...row })))
  if (connections.length === 0)
    session.output.say(`Nothing is connected yet: ${atelier} connect add github "Our GitHub"`)
  for (const { of, row } of connections) session.output.print(columns([of, row.kind, row.name]))
}

/** `atelier connect add`: stores the token for a code host, or the private key of a GitHub app. */
export const addHost = async (
  session: Session,
  kind: 'github' | 'gitea' | 'gitlab',
  name: string,
  options: AddHostOptions,
): Promise<void> => {
  const { url, stdin = false } = options
  const client = await session.client()
  const app = await appIn(session, options)
  const credentials = app
    ? { app }
    : { token: await readKey(`Token of ${printable(name)} (not shown) `, stdin, session.signal) }
  const body = { kind, name, ...credentials, ...(url !== undefined && { baseUrl: url }) }
  const codeHost = await client.call(codeHosts.createCodeHost, { body })
  session.output.show(codeHost, `${printable(codeHost.name)}  ${printable(codeHost.baseUrl)}`)
}

const appIn = async (session: Session, { app, installation, key }: AddHostOptions) => {
  if (app === undefined && installation === undefined && key === undefined) return undefined
  if (app === undefined || installation === undefined || key === undefined)
    throw usage('An app of GitHub takes --app, --installation and --key together.')
  const privateKey = await readFile(resolve(session.cwd, key), 'utf8').catch(() => {
    throw usage(`${printable(key)} cannot be read. Name the file with the private key of the app.`)
  })
  return { appId: app, installationId: installation, privateKey }
}

/** `atelier connect test`: ends with 1 if the connection does not work. */
export const testConnection = async (session: Session, name: string): Promise<void> => {
  const client = await session.client()
  const { of, row } = named(await connectionsOf(client), name)
  const tested = await tests[of](client, row.id)
  if (!tested.works) throw failed('connection_does_not_work', printable(tested.problem ?? 'It does not work.'), tested)
  session.output.show(tested, 'It works.')
}

/** `atelier connect project`: connects a project to a repository at a code host. */
export const connectProject = async (
  session: Session,
  host: string,
  fullName: string,
  { project, create = false, pullRequests = true }: ConnectProjectOptions,
): Promise<void> => {
  const { client, id } = await openProject(session, { project })
  const hosts = (await connectionsOf(client)).filter(({ of }) => of === 'code host')
  const codeHostId = named(hosts, host).row.id
  const body = { codeHostId, fullName, create, pullRequests }
  const repository = await client.call(codeHosts.connectProjectRepo, { params: { id }, body })
  session.output.show(repository, `The project is connected to ${printable(repository.fullName ?? fullName)}.`)
}

/** `atelier connect status`: prints the connection of a project, and its pull requests, the newest last. */
export const connectionStatus = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const { connection } = await client.call(codeHosts.previewProjectRepoConnect, { params: { id } })
  const pullRequests = await client.call(codeHosts.listProjectPullRequests, { params: { id } })
  session.output.document({ connection, pullRequests })
  if (!connection) session.output.print('The project is connected to no code host.')
  else session.output.print(columns([connection.url, connection.state]))
  for (const problem of [connection?.error, connection?.webhookError, connection?.takeError])
    if (problem) session.output.print(printable(problem))
  for (const pull of pullRequests.toReversed()) session.output.print(lineOf(pull))
}

/** `atelier connect disconnect`: disconnects a project. */
export const disconnect = async (session: Session, options: ProjectOption): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const { message } = await client.call(codeHosts.disconnectProjectRepo, { params: { id } })
  session.output.show({ message }, message)
}

interface Connection {
  readonly of: keyof typeof tests
  readonly row: { readonly id: string; readonly kind: string; readonly name: string }
}

const connectionsOf = async (client: Client): Promise<Connection[]> => [
  ...(await client.call(codeHosts.listCodeHosts)).map((row) => ({ of: 'code host' as const, row })),
  ...(await client.call(trackers.listTrackers)).map((row) => ({ of: 'tracker' as const, row })),
  ...(await client.call(chat.listChatChannels)).map((row) => ({ of: 'channel' as const, row })),
]

const tests = {
  'code host': (client: Client, id: string) => client.call(codeHosts.testCodeHost, { params: { id } }),
  tracker: (client: Client, id: string) => client.call(trackers.testTracker, { params: { id } }),
  channel: (client: Client, id: string) => client.call(chat.testChatChannel, { params: { id } }),
}

const named = (connections: readonly Connection[], name: string): Connection => {
  const found = connections.find(({ row }) => row.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  throw absent('connection_absent', `No connection has this name. List them: ${atelier} connect list`)
}

const lineOf = ({ number, state, checks, branch, url, error }: PullRequest): string =>
  columns([number === null ? '-' : `#${number}`, state, `checks ${checks}`, branch, url, error])
