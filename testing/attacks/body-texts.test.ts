import { expect, test } from 'vitest'
import { handlersOf } from '../../apps/server/domains.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { emptyProject } from '../cycles.ts'
import { named } from '../matrix/requests.ts'
import { ownError } from '../matrix/own-error.ts'
import { kindsInPath, make } from '../matrix/resources.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'
import { isLong } from '../soak.ts'
import { fullest } from './fullest.ts'

const server = await testServer()
const at = await scene(server)
const projectId = await emptyProject(at.owner)

/** The first is refused before any handler; all others are texts. */
const hostile: readonly string[] = [
  'odd\0\ud800',
  'a\r\nx-api-key: b\r\n\r\nc',
  '\u202e\u0085\u2028\x7f\ufeff\u200b',
  '',
  '%00%zz../.. $1\\ {{7*7}} $'.concat('{a} <b>'),
  '🙂'.repeat(35_000),
]

type Path = readonly (string | number)[]
const textsIn = (value: unknown, path: Path = []): Path[] => {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, [...path, name]))
}
const replaced = (value: unknown, paths: readonly Path[], text: string): unknown => {
  const copy = structuredClone(value)
  for (const path of paths) {
    let part = copy as Record<string, unknown>
    for (const name of path.slice(0, -1)) part = part[name] as Record<string, unknown>
    part[path.at(-1)!] = text
  }
  return copy
}

const operations = handlersOf(server.parts)
  .map(({ operation }) => operation)
  .filter(({ body }) => body && !('bytes' in body))
const isDeclared = ({ errors = {} }: Operation, status: number, code: unknown) =>
  Object.values(errors).some((error) => error.status === status && error.code === code)

/** One of each kind, for all operations. */
const made = new Map<string, Promise<string>>()
const idOf = (kind: string): Promise<string> => {
  const known = made.get(kind) ?? make(kind, { server, at, projectId, userId: at.clientId, taskId: undefined })
  made.set(kind, known)
  return known
}

/** An input whose ids exist, with all fields of its body. */
const inputOf = async (operation: Operation): Promise<Readonly<Record<string, unknown>>> => {
  const kinds = Object.entries(kindsInPath(operation))
  const params = await Promise.all(kinds.map(async ([name, kind]) => [name, await idOf(kind)] as const))
  const input = { ...Object.fromEntries(params), body: fullest(operation.body!) }
  const { on } = operation.access
  return on && !on.id.startsWith('params.') ? named(operation, input, await idOf(on.kind)) : input
}

test('no text in a body of an operation ends in an error of the server', async () => {
  const seen = new Map<number, number>()
  const failed: unknown[] = []
  // All are made before the first request, which may change them.
  const inputs: Readonly<Record<string, unknown>>[] = []
  for (const operation of operations) inputs.push(await inputOf(operation))
  for (const [index, operation] of operations.entries()) {
    const { body, ...input } = inputs[index]!
    const paths = textsIn(body)
    // A half of them for each operation, and in a long run all.
    const isSent = (_: unknown, place: number) => isLong || (index + place) % 2 === 0
    const bodies = [
      ...hostile.filter(isSent).map((text) => replaced(body, paths, text)),
      ...paths.filter(isSent).map((path, place) => replaced(body, [path], hostile[(index + place) % hostile.length]!)),
    ]
    for (const sent of paths.length > 0 ? bodies : []) {
      const response = await at.owner.open(operation, { ...input, body: sent })
      const { status } = response
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      const answer: unknown = isJson ? await response.json() : (await response.body?.cancel(), {})
      const { code } = ownError(operation, { status, body: answer, headers: response.headers }).body
      seen.set(status, (seen.get(status) ?? 0) + 1)
      if (status >= 500 && !isDeclared(operation, status, code)) failed.push([operation.id, status, sent, answer])
    }
  }
  expect(failed).toEqual([])
  const reached = [...seen].filter(([status]) => status < 300 || status === 409)
  expect(reached.reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(20)
})
