import type { importProjectMcp } from '../../../domains/agents/project-resources/contract.ts'
import { defined, type Input } from '../client/client.ts'
import { usage } from '../failure.ts'
import { printable } from '../terminal/text.ts'

export type NewToolServer = Input<typeof importProjectMcp>['body']

type Json = Readonly<Record<string, unknown>>

/**
 * The tool servers of a file such as `.mcp.json`. Values of variables stay in the file: a name counts as the name of a
 * project's secret. Throws a usage failure if the file has another form.
 */
export const toolServersIn = (text: string, path: string): NewToolServer[] => {
  const file = objectIn(text, path)
  const servers = file.mcpServers ?? file.servers
  if (!isObject(servers)) throw usage(`${printable(path)} names no servers: it has neither “mcpServers” nor “servers”.`)
  return Object.entries(servers).map(([name, server]) => {
    if (!isObject(server)) throw usage(`“${printable(name)}” in ${printable(path)} is no server.`)
    return serverOf(name, server)
  })
}

const serverOf = (name: string, { type, command, args, env, url, headers }: Json): NewToolServer => {
  const transport = typeof command === 'string' ? 'stdio' : type === 'sse' ? 'sse' : 'http'
  const fields = {
    name,
    transport,
    command,
    args,
    url,
    envKeys: isObject(env) ? Object.keys(env) : undefined,
    headers: isObject(headers) ? Object.fromEntries(Object.entries(headers).map(referring)) : headers,
  }
  // The server refuses fields of a wrong form by name.
  return defined(fields) as NewToolServer
}

/** `${env:NAME}` is how some editors write `${NAME}`. */
const referring = ([name, value]: readonly [string, unknown]) =>
  [name, typeof value === 'string' ? value.replaceAll('${env:', '${') : value] as const

const objectIn = (text: string, path: string): Json => {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // The error below reports it, as for a value that is no object.
  }
  throw usage(`${printable(path)} is no JSON object.`)
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
