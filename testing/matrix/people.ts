import { v7 as uuidv7 } from 'uuid'
import type { CallerKind } from '../../docs/expected-access.ts'
import { newKey } from '../../platform/access/index.ts'
import { callerOf, type Caller } from '../caller.ts'
import { emptyProject } from '../cycles.ts'
import { scene, type Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { signIn } from '../people/sessions.ts'
import { asOwner } from '../database-state.ts'
import { taskAgent } from '../runs/task-agent.ts'

/** A person who tries every operation, and the facts that the declarations may know of them. */
export interface Person {
  readonly name: string
  readonly callerKind: CallerKind
  readonly caller: Caller
  /** Absent for an unknown caller. */
  readonly userId?: string
  /** The one task that the credential is for. */
  readonly taskId?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Everybody who may try an operation, around one workspace with a project to share. */
export const everyone = async (server: TestServer, at: Scene, projectId: string): Promise<Person[]> =>
  (
    await Promise.all([
      strangers(server, at),
      clients(at),
      ownPeople(at),
      peopleWithSessions(server, at),
      agents(server, at, projectId),
    ])
  ).flat()

const strangers = async (server: TestServer, { workspace, join }: Scene): Promise<Person[]> => {
  const [expired, revoked, neighbour] = await Promise.all([
    join('owner', { expiresAt: new Date(0) }),
    join('owner'),
    scene(server),
  ])
  await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [revoked.keyId])
  const nobody = (name: string, caller: Caller): Person => ({ name, callerKind: { credential: 'none' }, caller })
  const stranger = (name: string, named: string): Person => ({
    name,
    callerKind: { credential: 'key', scope: 'admin' },
    caller: neighbour.owner,
    headers: { 'x-organization-id': named },
  })
  return [
    nobody('no credential', callerOf(server.baseUrl, undefined)),
    nobody('a malformed key', callerOf(server.baseUrl, 'atl_short')),
    nobody('an unknown key', callerOf(server.baseUrl, newKey().secret)),
    nobody('an expired key', expired.caller),
    nobody('a revoked key', revoked.caller),
    stranger('the owner of another workspace', workspace),
    stranger('an owner who names a workspace that does not exist', uuidv7()),
    stranger('an owner who names nonsense as the workspace', 'nonsense'),
  ]
}

const clients = ({ join }: Scene): Promise<Person[]> =>
  Promise.all(
    [undefined, 'view' as const, 'steer' as const].map(async (grant) => {
      const name = grant ? `a client with ${grant}` : 'a client without a grant'
      const callerKind: CallerKind = { credential: 'key', scope: 'admin', role: 'client', ...(grant && { grant }) }
      return { name, callerKind, ...(await join('client')) }
    }),
  )

const ownPeople = async (at: Scene): Promise<Person[]> => {
  const projectIds = [await emptyProject(at.owner)]
  const of = async (name: string, callerKind: CallerKind, key: Parameters<Scene['join']>[1]): Promise<Person> => ({
    name,
    callerKind,
    ...(await at.join(callerKind.role!, key)),
  })
  const key = { credential: 'key', scope: 'admin' } as const
  return Promise.all([
    of('a member', { ...key, role: 'member' }, {}),
    of('an admin', { ...key, role: 'admin' }, {}),
    of('the owner', { ...key, role: 'owner' }, {}),
    of('a reading key', { ...key, role: 'owner', scope: 'read' }, { scopes: ['read'] }),
    of('a writing key', { ...key, role: 'owner', scope: 'write' }, { scopes: ['write'] }),
    of('a key for another project', { ...key, role: 'owner', elsewhere: true }, { projectIds }),
  ])
}

const peopleWithSessions = async (server: TestServer, at: Scene): Promise<Person[]> => {
  const { workspace } = at
  const inPortal = { 'x-client-portal': workspace }
  const of = async (
    name: string,
    callerKind: Omit<CallerKind, 'credential'>,
    headers?: Person['headers'],
    isVerified = true,
  ): Promise<Person> => {
    const { userId } = await at.join(callerKind.role!)
    const caller = await signIn(server, userId, { workspace, isVerified })
    return { name, callerKind: { credential: 'session', ...callerKind }, caller, userId, ...(headers && { headers }) }
  }
  const [owner, member, client] = [{ role: 'owner' }, { role: 'member' }, { role: 'client', grant: 'steer' }] as const
  return Promise.all([
    of('an owner’s session', owner),
    of('a member’s session', member),
    of('a client’s session', client),
    of('an unverified session', owner, {}, false),
    of('a session of a foreign page', { ...owner, foreignOrigin: true }, { origin: 'https://elsewhere.example' }),
    of('a session under X-Client-Portal', { ...client, portal: 'own' }, inPortal),
    of('an unverified session under X-Client-Portal', { ...client, portal: 'unproved' }, inPortal, false),
    of('an owner who has no portal, under X-Client-Portal', { ...owner, portal: 'none' }, inPortal),
    keyInPortal(at, inPortal),
  ])
}

const keyInPortal = async ({ join }: Scene, headers: Person['headers'] & object): Promise<Person> => ({
  name: 'a key under X-Client-Portal',
  callerKind: { credential: 'key', scope: 'admin', role: 'client', portal: 'unproved' },
  ...(await join('client')),
  headers,
})

/** The credentials of task runs: of the shared project, of another one, and of a run that has ended. */
const agents = async (server: TestServer, at: Scene, projectId: string): Promise<Person[]> => {
  const [own, other, ended] = await Promise.all([
    taskAgent(server, at, { projectId }),
    taskAgent(server, at, { projectId: await emptyProject(at.owner) }),
    taskAgent(server, at, { projectId }),
  ])
  await asOwner(server, `update run set status = 'finished', ended_at = now() where id = $1`, [ended.runId])
  return [
    { name: 'the credential of a task', callerKind: { credential: 'task' }, ...own },
    { name: 'the credential of another task', callerKind: { credential: 'task', elsewhere: true }, ...other },
    { name: 'the credential of a run that has ended', callerKind: { credential: 'none' }, caller: ended.caller },
  ]
}

/** Shares a project with those clients who hold a grant. */
export const shareWith = async (at: Scene, people: readonly Person[], projectId: string): Promise<void> => {
  for (const { callerKind, userId } of people)
    if (callerKind.grant) await at.grant(projectId, userId ?? uuidv7(), callerKind.grant)
}
