import type { Operation } from '../../platform/contract/index.ts'
import type { Reply } from '../caller.ts'
import { importBlindly } from '../repositories/imports.ts'
import { importBody } from '../repository.ts'
import type { Person } from './people.ts'
import { ownError } from './own-error.ts'
import { kindsInPath, make, type ResourceScene } from './resources.ts'
import { smallest } from './smallest.ts'

export type Input = Readonly<Record<string, unknown>>

/** A request that fits the operation's declaration, for a person who is to reach what it names. */
export const inputOf = async (operation: Operation, place: ResourceScene): Promise<Input> => {
  const params: Record<string, unknown> = {}
  for (const [name, kind] of Object.entries(kindsInPath(operation))) params[name] = await make(kind, place)
  const query = partOf(operation.query)
  const body = bodies[operation.id]?.() ?? partOf(operation.body)
  const input = { ...params, ...(query !== undefined && { query }), ...(body !== undefined && { body }) }
  const { on } = operation.access
  return on && !on.id.startsWith('params.') ? named(operation, input, await make(on.kind, place)) : input
}

/** The same request with another id of the operation's own resource. */
export const named = (operation: Operation, input: Input, id: string): Input => {
  const { on } = operation.access
  const [part, name] = (on?.id.split('.') ?? ['params', Object.keys(kindsInPath(operation))[0]!]) as [string, string]
  return part === 'params' ? { ...input, [name]: id } : { ...input, [part]: { ...(input[part] as object), [name]: id } }
}

/** Bodies whose form is more than a schema can say, or whose example would leave this machine. */
const bodies: Readonly<Record<string, () => object>> = {
  createProjectImport: () => importBody(importBlindly(Buffer.from('no bundle'), 'a'.repeat(40))),
  compareGrowthProviders: () => ({ providers: ['known_pattern'] }),
  updateGrowthProvider: () => ({ enabled: false }),
  createGrowthProject: () => ({ websiteUrl: 'http://127.0.0.1/' }),
  findAffectedDeliveries: () => ({ purlType: 'npm', name: 'lodash' }),
  extractWorkspaceBrandKit: () => ({ url: 'http://127.0.0.1/' }),
}

const partOf = (schema: Operation['body']) => (schema && !('bytes' in schema) ? smallest(schema) : undefined)

/** Sends it, and reads the answer: of a stream or of bytes no more than its head. */
export const send = async (operation: Operation, { caller, headers }: Person, input: Input): Promise<Reply> => {
  const leaving = new AbortController()
  const { body } = operation
  const bytes = body && 'bytes' in body && body.bytes
  const request = { ...input, headers: { ...(bytes && { 'content-type': bytes }), ...headers } }
  const init = { signal: leaving.signal, ...(bytes && { body: new Uint8Array(0) }) }
  const response = await caller.open(operation, request, init)
  const { status } = response
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const answer = isJson ? await response.json() : {}
  leaving.abort()
  return ownError(operation, { status, body: answer, headers: response.headers })
}
