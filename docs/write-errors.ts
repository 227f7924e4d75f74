import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ErrorSpec, Operation } from '../platform/contract/index.ts'
import { commonErrors } from '../platform/contract/index.ts'

const root = join(import.meta.dirname, '..')
const path = join(import.meta.dirname, 'errors.md')

const answeredWhen: Record<keyof typeof commonErrors, string> = {
  invalid: 'a body or query does not fit; `fields` says where',
  malformed: 'what came is not HTTP',
  noWorkspace: 'neither the header nor the credential names a workspace',
  unauthenticated: 'the session or the key is missing, malformed, unknown, expired or revoked',
  forbidden: 'another workspace; a scope, a role or a grant that does not reach that far',
  companySignIn:
    'the workspace requires [company sign-in](company-sign-in.md), and the session or the owner of the key lacks it',
  foreignOrigin: 'the `Origin` of a change that comes with a session is missing or not the server’s own',
  absent: 'nothing that the caller can see has that id or address',
  idempotencyInProgress: 'a request with the same `Idempotency-Key` has not ended within two seconds',
  idempotencyKeyReused: 'the `Idempotency-Key` came with another payload before',
  projectArchived: 'a change of something in a project that is archived',
  tooLarge: 'the body is larger than the operation takes',
  uriTooLong: 'the address has more than 8 KiB',
  unsupported: 'the `content-type` is another one than the operation takes',
  rangeUnsatisfiable: 'the `Range` of a download begins behind its end; `Content-Range` says how long it is',
  headersTooLarge: 'all headers together have more than 16 KiB',
  timedOut: 'headers or a body stopped coming',
  rateLimited:
    'a credential, or an address without one, has sent more than its limit in this minute; or a workspace, or a network without one, has used its share of the database for five seconds',
  tooManyStreams: 'the credential holds as many streams open on this process as `ATELIER_RATE_STREAMS` allows',
  tooMuchAtOnce: 'large bodies of the same credential were in the way for ten seconds',
  internal: 'a failure that was not foreseen; the log has its cause under the `requestId`',
  unavailable: 'the database is away, hangs or is too busy; `Retry-After` says when to try again',
  overloaded: 'large bodies of others were in the way for ten seconds, or other requests at the database for five',
  storageFull: 'a disk or a quota is full, here or on the side of the database; a retry does not help before',
  storageUnavailable: 'the bucket of `ATELIER_OBJECTS` is away or refuses; `Retry-After` says when to try again',
  outcomeUnknown: 'the connection to the database was lost after the commit of the change was sent',
}

/** Every operation that a domain declares, by id. */
export const operations = async (): Promise<Operation[]> => {
  const found = new Map<string, Operation>()
  for await (const file of glob('domains/*/*/contract.ts', { cwd: root })) {
    const exports = Object.values((await import(join(root, file))) as Record<string, unknown>)
    for (const value of exports.filter(isOperation)) found.set(value.id, value)
  }
  return [...found.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'replies' in value

/** docs/errors.md, made from the contracts. */
export const errorsPage = async (): Promise<string> => `# Errors

Look up the \`code\` of an error: what it means, and what to do. How to handle errors, and which of several comes first, is in [the API](api.md#handle-an-error). The tables are made from the contracts by \`node docs/write-errors.ts\`.

## What any operation may answer

| code | status | when | sentence |
|---|---|---|---|
${commonRows()}
## What single operations answer

| code | status | operations | sentence |
|---|---|---|---|
${ownRows(await operations())}`

const commonRows = () =>
  Object.entries(commonErrors)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([name, error]) => row(error, answeredWhen[name as keyof typeof commonErrors]))
    .join('')

interface ErrorUse {
  readonly spec: ErrorSpec
  readonly ids: string[]
}

const ownRows = (all: readonly Operation[]) => {
  const rows = new Map<string, ErrorUse>()
  for (const { id, errors = {} } of all) {
    for (const spec of Object.values(errors)) {
      const key = `${spec.code} ${spec.status} ${spec.message}`
      const own = rows.get(key) ?? { spec, ids: [] }
      own.ids.push(id)
      rows.set(key, own)
    }
  }
  return [...rows.values()]
    .sort((a, b) => (whereOf(a) < whereOf(b) ? -1 : 1))
    .map(({ spec, ids }) => row(spec, ids.join(', ')))
    .join('')
}

const whereOf = ({ spec, ids }: ErrorUse) => `${spec.code} ${ids.join()}`

type DocumentedError = Omit<ErrorSpec, 'status'> & { readonly status: number }

const row = ({ code, status, message, details }: DocumentedError, when: string) =>
  `| ${code ? `\`${code}\`` : 'none'} | ${status} | ${when} | ${message}${beside(details)} |\n`

/** The fields that come with this error, by name. */
const beside = (details: ErrorSpec['details']) => {
  const names = details && 'properties' in details ? Object.keys(details.properties as object) : []
  return names.length === 0 ? '' : ` With ${names.map((name) => `\`${name}\``).join(', ')}.`
}

export const writtenErrorsPage = (): Promise<string> => readFile(path, 'utf8')

if (import.meta.main) await writeFile(path, await errorsPage())
