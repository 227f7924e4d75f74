import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { On, Operation } from '../platform/contract/index.ts'
import { isAudited, refusedAs } from '../platform/contract/action.ts'
import { expectedAnswer, scopeOf, type CallerKind } from './expected-access.ts'
import { operations } from './write-errors.ts'

const path = join(import.meta.dirname, 'access.md')

/** A column for two narrowed keys of the owner, and for each kind of person that the declaration distinguishes. */
const columns: Readonly<Record<string, CallerKind>> = {
  'read key': { credential: 'key', scope: 'read', role: 'owner' },
  'bound key': { credential: 'key', scope: 'admin', role: 'owner', elsewhere: true },
  client: { credential: 'session', role: 'client' },
  'with view': { credential: 'session', role: 'client', grant: 'view' },
  'with steer': { credential: 'session', role: 'client', grant: 'steer' },
  member: { credential: 'session', role: 'member' },
  admin: { credential: 'session', role: 'admin' },
  owner: { credential: 'session', role: 'owner' },
}

/** docs/access.md, made from the contracts. */
export const accessPage = async (): Promise<string> => `# Who may call what

Look up who may call an operation, and what a call leaves in the audit log. The table is made from the contracts by \`node docs/write-access.ts\`. A test (\`testing/matrix\`) asks for every operation and each kind of caller, strangers and narrowed keys and sessions too, and compares the answers with the contracts; over HTTP everybody sends the first operation with each declaration, and before a merge all of them.

- **✓** the operation takes the request, and answers by its own rules; **403** and **404** refuse it. A client is a person from outside, here without a grant on the project, with a grant to view it, and with one to steer it. Members, admins and owners are the agency. A **read key** is the owner’s, with the scope \`read\` alone; a **bound key** is the owner’s with every scope, and names another project than the request.
- **on** is the resource that the request names. With \`view\`, \`steer\` or \`manage\` it belongs to a project, and the caller needs that level on the project. Without one it belongs to the workspace itself: there are no levels on it, and the columns say who may name it. What the caller does not see is 404, whether it exists or not; a list leaves it out.
- **key** is the scope that a key needs. What gives clear values, a shell or an export for others needs \`write\`, whatever its method; \`session\` means that a key will not do, since a person has to be present. A key that names projects finds every other project absent, and neither changes nor exports what belongs to no project, nor reads what is for administrators.
- **also** names what else is accepted: a task's own credential, which finds all other operations absent, and the header \`X-Client-Portal\`, which is 403 elsewhere.
- **audit** is the action of the row that a success leaves; in parentheses, where only a refusal leaves one.
- Without a valid credential everything is 401, except what is for everybody. In another workspace, and in one that does not exist, everything is 403. A session changes nothing when its request comes from a page of another origin: 403.

| operation | request | on | ${Object.keys(columns).join(' | ')} | key | also | audit |
|---|---|---|${Object.keys(columns)
  .map(() => ':-:|')
  .join('')}---|---|---|
${(await operations()).sort(byPath).map(rowOf).join('')}`

const byPath = (a: Operation, b: Operation) => (whereOf(a) < whereOf(b) ? -1 : 1)
const whereOf = ({ path: place, method }: Operation) => `${place.replaceAll('{', '~')} ${method}`

const rowOf = (operation: Operation) => {
  const cells = [
    `\`${operation.id}\``,
    `${operation.method} \`${operation.path.replace('/v1/api', '')}\``,
    onOf(operation),
    ...Object.values(columns).map((caller) => answerOf(operation, caller)),
    keyOf(operation),
    alsoOf(operation),
    auditOf(operation),
  ]
  return `| ${cells.join(' | ')} |\n`
}

const answerOf = (operation: Operation, caller: CallerKind) => {
  const answer = expectedAnswer(operation, caller)
  return answer === 'passes' ? '✓' : String(answer)
}

const onOf = ({ access: { who, on, agencyParameters = [] } }: Operation) => {
  const parameters = agencyParameters.map((name) => `; \`${name}\` is for the agency`).join('')
  if (on) return `${resourceOf(on)}${parameters}`
  return `${who === 'public' ? 'for everybody' : who === 'signed-in' ? 'oneself' : 'the workspace'}${parameters}`
}

const resourceOf = ({ kind, id, needs, short, whenMissing }: On) => {
  const [part, name] = id.split('.')
  const where = part === 'params' ? `{${name}}` : name
  const named = `the ${kind.replaceAll('_', ' ')} \`${where}\``
  if (!needs) return named
  return `\`${needs}\` on ${named}${short ? ', else 404' : ''}${whenMissing ? '; without it, what the caller sees of the workspace' : ''}`
}

const keyOf = (operation: Operation) => {
  const { who, session } = operation.access
  if (who === 'public') return ''
  return session ? 'session' : scopeOf(operation)
}

const alsoOf = ({ access, clientPortal }: Operation) =>
  [...(access.task ? ['task'] : []), ...(clientPortal ? ['`X-Client-Portal`'] : [])].join(', ')

const auditOf = (operation: Operation) => {
  const refused = refusedAs(operation)
  if (!refused) return ''
  return isAudited(operation) ? `\`${refused.action}\`` : `(\`${refused.action}\`)`
}

export const writtenAccessPage = (): Promise<string> => readFile(path, 'utf8')

if (import.meta.main) await writeFile(path, await accessPage())
