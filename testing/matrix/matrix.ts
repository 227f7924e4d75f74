import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Domain } from '../../domains/domain.ts'
import { domains } from '../../domains/index.ts'
import { answerToCaller, expectedAnswer } from '../../docs/expected-access.ts'
import { refusedAs } from '../../platform/contract/action.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { withoutRequestId, type Reply } from '../caller.ts'
import { settledState } from '../refusals.ts'
import { testServer, type TestServer } from '../server.ts'
import { refuseBodies } from './bodies.ts'
import type { Person } from './people.ts'
import { kindsInPath } from './resources.ts'
import { everybody, firstOfEach, sendersOf, type Senders } from './senders.ts'
import { openWorld, rowsOf, sendAll, type MatrixReply, type Request, type MatrixWorld } from './world.ts'

const passes = (operation: Operation, { callerKind }: Person) => expectedAnswer(operation, callerKind) === 'passes'
const isStranger = ({ credential, role }: Person['callerKind']) => credential === 'key' && role === undefined
const takesJson = ({ body }: Operation) => body !== undefined && !('bytes' in body)
/** A person whose request reaches the operation: one of the workspace if possible. */
const mayCall = (operation: Operation, person: Person) =>
  passes(operation, person) && (operation.access.who === 'public' || person.callerKind.role !== undefined)
const isLookingUp = (operation: Operation, { callerKind }: Person) =>
  (callerKind.role !== undefined || callerKind.credential === 'task') &&
  answerToCaller(operation, callerKind) === 'passes'
/** Whether an id that the caller may not see is answered with 404, as the declaration says, or as its path does. */
const hidesIds = (operation: Operation) => {
  const { workspace } = operation
  const { who, on } = operation.access
  if (on) return on.absent !== 'handler'
  // A caller without a place in the workspace of the path is refused, whether the workspace exists or not.
  if (workspace === 'path') return false
  const kinds = Object.values(kindsInPath(operation)).filter((kind) => !wordKinds.includes(kind))
  return !['public', 'signed-in'].includes(who) && kinds.length > 0
}

/** Kinds that a path names by a word of a closed list: another word is no id, and answers 400. */
const wordKinds = ['model-config']

export const isOfArea = ({ name }: Pick<Domain, 'name'>, area: string): boolean =>
  existsSync(join(import.meta.dirname, '../../domains', area, name, 'domain.ts'))

/** Sends every operation of an area’s domains on behalf of its senders, and compares the answers with its declaration. */
export const testMatrix = async (area: string): Promise<void> => {
  const server = await testServer()
  const world = await openWorld(server)
  const operations = domains
    .filter((domain) => isOfArea(domain, area))
    .flatMap((domain) => domain.operations)
    .map((operation) => [operation.id, operation, sendersOf(operation)] as const)
  testRefused(server, world, operations)
  testPassing(server, world, operations)
}

/**
 * A client, a person of the agency and a task for each credential: other properties of a caller do not matter to a
 * malformed id.
 */
const firstOfEachKind = (people: readonly Person[]): ReadonlySet<Person> =>
  firstOfEach(people, ({ callerKind: { credential, role } }) => `${credential} ${role === 'client'}`)

type Operations = readonly (readonly [id: string, operation: Operation, senders: Senders])[]

const testRefused = (server: TestServer, world: MatrixWorld, operations: Operations) => {
  describe('refused', () => {
    const refused = new Map<Operation, Request[]>()
    const absent = new Map<Operation, Request[][]>()
    const formed = new Map<Operation, Request>()
    let before: unknown
    beforeAll(async () => {
      for (const [, operation, senders] of operations) {
        const people = senders(world.people)
        const some = people.filter((person) => !passes(operation, person))
        refused.set(operation, await Promise.all(some.map((person) => world.request(operation, person))))
        const others = hidesIds(operation) ? people.filter((person) => isLookingUp(operation, person)) : []
        const first = senders === everybody ? firstOfEachKind(others) : new Set(others.slice(0, 1))
        const askedBy = (person: Person) => world.requestsForAbsent(operation, person, first.has(person))
        absent.set(operation, await Promise.all(others.map(askedBy)))
        const caller = world.people.find((person) => mayCall(operation, person))!
        if (takesJson(operation)) formed.set(operation, await world.request(operation, caller))
      }
      await world.deleteProject()
      before = await settledState(server)
    })
    const expectUnchanged = async () => {
      const expected = before
      before = await settledState(server)
      expect(before).toEqual(expected)
    }

    describe.each(operations)('%s', (_id, operation) => {
      test('refuses callers as declared, records the refusal, and changes nothing', async () => {
        const answers = await sendAll(refused.get(operation)!)
        expect(answers.map(({ person, reply }) => [person.name, reply.status, reply.body.code as unknown])).toEqual(
          answers.map(({ person }) => [person.name, ...refusalOf(operation, person)]),
        )
        await expectDenials(server, operation, answers)
        expectAlike(answers)
        for (const requests of absent.get(operation)!) expectAbsence(await sendAll(requests))
        // Where bodies follow, the look at the state after them is for both.
        if (!takesJson(operation)) await expectUnchanged()
      })

      if (takesJson(operation))
        test('refuses bodies of another type, size or form, and nothing has changed', async () => {
          await refuseBodies(server, formed.get(operation)!, [...formed.keys()].indexOf(operation))
          await expectUnchanged()
        })
    })
  })
}

const testPassing = (server: TestServer, world: MatrixWorld, operations: Operations) => {
  describe.each(operations)('%s', (_id, operation, senders) => {
    test('answers permitted callers, and leaves the declared audit row', async () => {
      const passing = senders(await world.peopleFor(operation)).filter((person) => passes(operation, person))
      const make = operation.method === 'GET' ? world.request : world.requestOfItsOwn
      const answers = await sendAll(await Promise.all(passing.map((person) => make(operation, person))))
      const unforeseen = answers.filter(({ reply }) => !isForeseen(operation, reply))
      expect(unforeseen.map(({ person, reply }) => [person.name, reply.status, reply.body as unknown])).toEqual([])
      await expectRows(server, operation, answers)
    })
  })
}

const refusalOf = (operation: Operation, { callerKind }: Person) => {
  const status = expectedAnswer(operation, callerKind)
  if (status === 403 && callerKind.foreignOrigin && operation.method !== 'GET') return [403, 'foreign_origin']
  return [status, { 401: 'unauthenticated', 403: 'forbidden', 404: 'not_found', passes: '' }[status]]
}

/** A refusal reveals neither the former rights of a credential, nor whether the named workspace exists. */
const expectAlike = (answers: readonly MatrixReply[]) => {
  const unknown = answers.filter(({ reply: { status } }) => status === 401)
  const strangers = answers.filter(
    ({ person: { callerKind }, reply: { body } }) => isStranger(callerKind) && body.code === 'forbidden',
  )
  for (const group of [unknown, strangers])
    for (const { person, reply } of group)
      expect([person.name, told(reply)]).toEqual([person.name, told(group[0]!.reply)])
}

/**
 * A refusal of the workspace's own is a row, unless it hides an existing thing from people; strangers and visitors
 * leave none.
 */
const expectDenials = async (server: TestServer, operation: Operation, answers: readonly MatrixReply[]) => {
  const rows = await rowsOf(server, answers)
  const action = refusedAs(operation)?.action
  for (const { person, reply } of answers) {
    const isKept = isOfWorkspace(operation, person) && (reply.status === 403 || person.callerKind.credential === 'task')
    expect([person.name, rows(reply)]).toEqual([person.name, isKept ? [[action, 'denied']] : []])
  }
}

const isOfWorkspace = ({ access: { who } }: Operation, { callerKind: { credential, role, portal } }: Person) =>
  credential === 'task' || (role !== undefined && portal !== 'none' && who !== 'signed-in' && who !== 'public')

const expectAbsence = (answers: readonly MatrixReply[]) => {
  for (const { person, reply } of answers) {
    expect([person.name, reply.status]).toEqual([person.name, 404])
    expect([person.name, told(reply)]).toEqual([person.name, told(answers[0]!.reply)])
  }
}

const told = (reply: Reply) => ({
  ...withoutRequestId(reply),
  headers: [...reply.headers].filter(([name]) => !['date', 'ratelimit', 'x-request-id'].includes(name)).sort(),
})

const isDeclared = ({ errors = {} }: Operation, { status, body }: Reply) =>
  Object.values(errors).some((error) => error.status === status && error.code === body.code)

const isForeseen = (operation: Operation, reply: Reply) =>
  String(reply.status) in operation.replies ||
  (reply.status === 400 && reply.body.code === 'invalid_request') ||
  reply.status === 429 ||
  isDeclared(operation, reply)

/** No effect without its row, and no row without its effect; an audited operation's own errors leave one too, but for visitors. */
const expectRows = async (server: TestServer, operation: Operation, answers: readonly MatrixReply[]) => {
  const rows = await rowsOf(server, answers)
  const { audit, replies } = operation
  if (audit && 'elsewhere' in audit) return
  const outcomeOf = (reply: Reply) => {
    if (String(reply.status) in replies) return 'success'
    if (!isDeclared(operation, reply) || operation.access.who === 'signed-in') return undefined
    return reply.status === 403 ? 'denied' : 'failure'
  }
  for (const { person, reply } of answers) {
    const outcome = audit && 'action' in audit ? outcomeOf(reply) : undefined
    expect([person.name, rows(reply)]).toEqual([person.name, outcome ? [[refusedAs(operation)?.action, outcome]] : []])
  }
}
