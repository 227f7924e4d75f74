import { readFile } from 'node:fs/promises'
import {
  deleteProjectToolServer,
  importProjectMcp,
  listProjectToolServers,
} from '../../../../domains/agents/project-resources/contract.ts'
import type { Reply } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { type NewToolServer, toolServersIn } from '../../files/mcp-file.ts'
import { openProject, type ProjectOption } from '../../project.ts'
import type { Session } from '../../session.ts'
import { showRows } from '../../terminal/output.ts'
import { printable } from '../../terminal/text.ts'

type ToolServer = Reply<typeof importProjectMcp>

interface ToolsOptions extends ProjectOption {
  readonly url?: string
  readonly sse?: boolean
  readonly header?: readonly string[]
  readonly secret?: readonly string[]
}

/** `atelier tools`: prints the tool servers of a project's agents, by name. */
export const listToolServers = async (session: Session, options: ToolsOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(listProjectToolServers, { params: { id } })
  showRows(session.output, rows, textOf, `This project has no tool server yet: ${atelier} tools import .mcp.json`)
}

/** `atelier tools add`: adds a tool server; replaces a tool server with the same name. */
export const addToolServer = async (
  session: Session,
  name: string,
  words: readonly string[],
  options: ToolsOptions,
): Promise<void> => {
  const { url, sse, header = [], secret = [] } = options
  const [command, ...args] = words
  if ((command === undefined) === (url === undefined))
    throw usage('Say how the server is reached: --url for an address, or its command after --.')
  const body: NewToolServer =
    command === undefined
      ? { name, transport: sse ? 'sse' : 'http', url: url!, headers: Object.fromEntries(header.map(headerOf)) }
      : { name, transport: 'stdio', command, args, envKeys: [...secret] }
  await importAll(session, [body], options)
}

/** `atelier tools import`: adds the tool servers of a file such as `.mcp.json`. */
export const importToolServers = async (session: Session, path: string, options: ToolsOptions): Promise<void> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw absent('no_file', `${printable(path)} cannot be read (${error.code}).`)
  })
  await importAll(session, toolServersIn(text, path), options)
}

/** `atelier tools delete`: deletes a tool server; running runs still have it. */
export const deleteToolServer = async (session: Session, name: string, options: ToolsOptions): Promise<void> => {
  const { client, id } = await openProject(session, options)
  const rows = await client.call(listProjectToolServers, { params: { id } })
  if (!rows.some((row) => row.name === name))
    throw absent('no_tool_server', `This project has no tool server “${printable(name)}”. ${atelier} tools lists them.`)
  const { deleted } = await client.call(deleteProjectToolServer, { params: { id, name } })
  session.output.show({ name, deleted }, `${printable(name)} is deleted.`)
}

const importAll = async (session: Session, bodies: readonly NewToolServer[], options: ToolsOptions) => {
  const { client, id } = await openProject(session, options)
  const servers: ToolServer[] = []
  for (const body of bodies) servers.push(await client.call(importProjectMcp, { params: { id }, body }))
  session.output.show(servers, servers.map(textOf))
  const [first, ...others] = new Set(servers.flatMap(({ secrets }) => secrets))
  if (first !== undefined)
    session.output.say(
      `Runs need the ${others.length > 0 ? 'secrets' : 'secret'} ${[first, ...others].map(printable).join(', ')}: ${atelier} secrets set ${printable(first)}`,
    )
}

const headerOf = (text: string): [string, string] => {
  const [, name, value] = /^([^:\s]+):(.*)$/s.exec(text) ?? []
  if (name === undefined)
    throw usage(`“${printable(text)}” is no header. Write it as 'Authorization: Bearer \${TOKEN}'.`)
  return [name, value!.trimStart()]
}

const textOf = ({ name, transport, command, args = [], url, secrets }: ToolServer) => {
  const reached = url ?? [command, ...args].join(' ')
  const needs = secrets.length > 0 ? [`  with ${secrets.map(printable).join(', ')}`] : []
  return [`${printable(name)}  ${transport}  ${printable(reached)}`, ...needs].join('\n')
}
