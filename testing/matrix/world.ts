import { v7 as uuidv7 } from 'uuid'
import { isSeenByAll } from '../../docs/expected-access.ts'
import { deleteProject } from '../../domains/code/projects/contract.ts'
import { isInPath } from '../../platform/access/index.ts'
import type { Operation } from '../../platform/contract/index.ts'
import type { Reply } from '../caller.ts'
import { emptyProject } from '../cycles.ts'
import { scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'
import { everyone, shareWith, type Person } from './people.ts'
import { inputOf, named, send, type Input } from './requests.ts'
import { kindsInPath, make, type ResourceScene } from './resources.ts'

export interface Request {
  readonly operation: Operation
  readonly person: Person
  readonly input: Input
}

export interface MatrixReply {
  readonly person: Person
  readonly reply: Reply
}

/** One workspace, everybody around it, and requests that would succeed where they are allowed. */
export interface MatrixWorld {
  readonly people: readonly Person[]
  /** The same people, or others like them where the operation takes its caller out of the workspace. */
  peopleFor(operation: Operation): Promise<readonly Person[]>
  /** A request that changes nothing, because it reads or is refused. */
  request(operation: Operation, person: Person): Promise<Request>
  /** A request that may change what it names: no other request names the same. */
  requestOfItsOwn(operation: Operation, person: Person): Promise<Request>
  /** Requests for what this person may not see: what never was, a neighbour's, what was not shared or is deleted. */
  requestsForAbsent(operation: Operation, person: Person, withMalformed: boolean): Promise<Request[]>
  /** Deletes the project of the resources that `requestsForAbsent` names, once all of them are made. */
  deleteProject(): Promise<void>
}

/** Operations after which their caller has no access here. */
const endsItsCaller = ['leaveWorkspace', 'erasePerson', 'signOut']

/** Kinds of a project that exist when it is deleted. */
const outlivesItsProject = ['recorded_project']

/** Kinds that the product itself names: a neighbour has the same ones. */
const isSameEverywhere = ['web-providers', 'providers', 'chains']

/** Whether the id is in the body, where a malformed one is a malformed request. */
const isInBody = ({ access: { on } }: Operation) => on !== undefined && !isInPath(on)

/** Kinds that need no project; one that does, and is listed here, is not made without a project. */
const withoutProject = [
  'agent',
  'model-config',
  'endpoints',
  'entries',
  'web-providers',
  'providers',
  'chains',
  'letters',
  'growth_project',
  'growth_lead',
  'growth_message',
  'growth_play',
  'unsubscribe',
  'suppressions',
  'webhooks',
  'deliveries',
  'member',
  'api_key',
  'member_invitation',
  'member-invitations',
  'images',
  'portals',
  'w',
  'audit-log',
  'sessions',
]

/** Whether something of a project has to be there before the operation can be sent. */
const needsProject = (operation: Operation): boolean => {
  const { on } = operation.access
  const kinds = [...Object.values(kindsInPath(operation)), ...(on ? [on.kind] : [])]
  return kinds.some((kind) => !withoutProject.includes(kind))
}

const malformed = ['nonsense', '%00', '-', 'x'.repeat(3_000)]

export const openWorld = async (server: TestServer): Promise<MatrixWorld> => {
  const [at, neighbour] = await Promise.all([scene(server), scene(server)])
  const shared = await emptyProject(at.owner)
  const people = await everyone(server, at, shared)
  await shareWith(at, people, shared)
  const ofNobody = uuidv7()
  const place = (projectId: string, person?: Person): ResourceScene => ({
    server,
    at,
    projectId,
    userId: person?.userId ?? ofNobody,
    taskId: person?.callerKind.elsewhere ? undefined : person?.taskId,
  })
  const hidden = place(await emptyProject(at.owner))
  const deleted = place(await emptyProject(at.owner))
  const beyond = { ...place(await emptyProject(neighbour.owner)), at: neighbour }
  const request = async (operation: Operation, person: Person, projectId = shared) => ({
    operation,
    person,
    input: await inputOf(operation, place(projectId, person)),
  })
  return {
    people,
    peopleFor: async ({ id }) => (endsItsCaller.includes(id) ? everyone(server, at, shared) : people),
    request,
    requestOfItsOwn: async (operation, person) => {
      if (!needsProject(operation)) return request(operation, person, uuidv7())
      const projectId = await emptyProject(at.owner)
      await shareWith(at, [person], projectId)
      return request(operation, person, projectId)
    },
    requestsForAbsent: async (operation, person, withMalformed) => {
      const { on } = operation.access
      const kind = on?.kind ?? Object.values(kindsInPath(operation))[0]!
      const input = await inputOf(operation, on ? place(shared, person) : beyond)
      const isNarrow = on && !isSeenByAll(on) && (person.callerKind.role === 'client' || person.callerKind.elsewhere)
      const isOfProject = on?.needs !== undefined && !outlivesItsProject.includes(kind)
      const ids = [
        uuidv7(),
        ...(isSameEverywhere.includes(kind) ? [] : [await make(kind, beyond)]),
        ...(isInBody(operation) || !withMalformed ? [] : malformed),
        ...(isNarrow ? [await make(kind, hidden)] : []),
        ...(isOfProject ? [await make(kind, deleted)] : []),
      ]
      return ids.map((id) => ({ operation, person, input: named(operation, input, id) }))
    },
    deleteProject: async () => {
      const { status, body } = await at.owner.call(deleteProject, { id: deleted.projectId })
      if (status !== 200) throw new Error(`deleteProject: ${JSON.stringify(body)}`)
    },
  }
}

export const sendAll = (requests: readonly Request[]): Promise<MatrixReply[]> =>
  Promise.all(
    requests.map(async ({ operation, person, input }) => ({ person, reply: await send(operation, person, input) })),
  )

type Row = readonly [action: unknown, outcome: unknown]

/** The audit rows that these answers left, each by its request. */
export const rowsOf = async (server: TestServer, answers: readonly MatrixReply[]): Promise<(reply: Reply) => Row[]> => {
  const text = 'select request_id as id, action, outcome from audit_row where request_id = any($1)'
  const rows = await asOwner(server, text, [answers.map(({ reply }) => requestIdOf(reply))])
  return (reply) => rows.filter(({ id }) => id === requestIdOf(reply)).map(({ action, outcome }) => [action, outcome])
}

const requestIdOf = ({ headers }: Reply) => headers.get('x-request-id')
