import type { InvalidField, Static } from '../../../../platform/contract/index.ts'
import type { ImportMcp } from '../contract.ts'
import type { ToolServerConfig } from '../tables.ts'

export const toolServersMost = 10

// Headers that the protocol, the connection or a proxy sets.
const ownHeaders = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
])
const ownBeginnings = /^(mcp-|proxy-|sec-)/
const tokenPattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,200}$/
const credentialPattern = /auth|cookie|credential|key|passw|secret|token/i
const referencePattern = /\$\{([^{}$\s]{1,200})\}/g

/** The config as it is kept; `problems` names the fields that do not go with the transport, or cannot be sent. */
export const configOf = (
  imported: Static<typeof ImportMcp>,
): { readonly config: ToolServerConfig } | { readonly problems: readonly InvalidField[] } => {
  const { transport, command, args = [], envKeys = [], url, headers = {} } = imported
  const [wanted, unwanted] = transport === 'stdio' ? [stdioFields, remoteFields] : [remoteFields, stdioFields]
  const [required] = wanted
  const problems = [
    ...(imported[required] === undefined ? [fault(required, `is required with ${transport}`, 'required')] : []),
    ...unwanted
      .filter((field) => imported[field] !== undefined)
      .map((field) => fault(field, `does not go with ${transport}`, 'transport')),
    ...Object.entries(headers).flatMap(([name, value]) => problemsOfHeader(name, value)),
    ...namedTwice(Object.keys(headers)),
  ]
  if (problems.length > 0) return { problems }
  return transport === 'stdio'
    ? { config: { transport, command: command!, args, envKeys: [...envKeys].sort() } }
    : { config: { transport, url: url!, headers } }
}

const stdioFields = ['command', 'args', 'envKeys'] as const
const remoteFields = ['url', 'headers'] as const

const problemsOfHeader = (name: string, value: string): InvalidField[] => {
  const path = `headers.${name}`
  const folded = name.toLowerCase()
  if (!tokenPattern.test(name)) return [fault(path, 'is no name of a header', 'name')]
  if (ownHeaders.has(folded) || ownBeginnings.test(folded))
    return [fault(path, 'is set by the protocol itself', 'reserved')]
  const plain = value.replaceAll(referencePattern, '')
  if (!/^[\x20-\x7e\x80-\xff]*$/.test(plain)) return [fault(path, 'has characters that no header can hold', 'value')]
  if (plain.includes('${'))
    return [fault(path, 'has a reference that is none: write ${NAME}, with the name of a secret', 'reference')]
  if (credentialPattern.test(name) && plain === value)
    return [fault(path, 'has to refer to a secret of the project, such as ${NAME}', 'reference')]
  return []
}

const namedTwice = (names: readonly string[]): InvalidField[] => {
  const seen = new Set<string>()
  return names.flatMap((name) => {
    const folded = name.toLowerCase()
    if (seen.has(folded)) return [fault(`headers.${name}`, 'is there twice', 'unique')]
    seen.add(folded)
    return []
  })
}

const fault = (path: string, message: string, rule: string): InvalidField => ({ path, message, rule })

/** The names of the secrets that a server needs, in the order of the alphabet. */
export const secretsOf = (config: ToolServerConfig): string[] =>
  config.transport === 'stdio'
    ? [...config.envKeys]
    : [...new Set(Object.values(config.headers).flatMap(referencesIn))].sort()

const referencesIn = (value: string) => [...value.matchAll(referencePattern)].map(([, name]) => name!)

/** The headers with secrets in the place of references to them. */
export const headersWith = (
  headers: Readonly<Record<string, string>>,
  secrets: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replaceAll(referencePattern, (_, secret: string) => secrets[secret]!),
    ]),
  )
