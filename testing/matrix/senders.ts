import { expectedAnswer, scopeOf } from '../../docs/expected-access.ts'
import { domains } from '../../domains/index.ts'
import { isInPath } from '../../platform/access/index.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { isLong } from '../soak.ts'
import type { Person } from './people.ts'

/** The people, of these, who send the operation. */
export type Senders = (people: readonly Person[]) => readonly Person[]

export const everybody: Senders = (people) => people

/**
 * By day an operation is sent by everybody if it is the first of all with its declaration or its kind of resource, and
 * otherwise by one person of each kind, each time by the next one: `admission.test.ts` asks for all of them what is
 * decided before anything is looked up. In a long run everybody sends all.
 */
export const sendersOf = (operation: Operation): Senders => {
  const turn = operations.indexOf(operation)
  return isLong || first.has(operation) ? everybody : (people) => oneOfEachKind(operation, people, turn)
}

/** The declaration of an operation’s callers, beside the kind of its resource. */
const declarationOf = (operation: Operation) => {
  const { access, method, clientPortal, workspace, errorShape } = operation
  const { on, ...rest } = access
  const resource = on && [isInPath(on), on.needs, on.short, on.absent, on.clients]
  return JSON.stringify([
    rest,
    resource,
    scopeOf(operation),
    method === 'GET',
    clientPortal,
    workspace,
    errorShape !== undefined,
  ])
}

/** The first of all with each name. */
export const firstOfEach = <One>(all: readonly One[], nameOf: (one: One) => unknown): ReadonlySet<One> =>
  new Set(new Map(all.toReversed().map((one) => [nameOf(one), one])).values())

const operations = domains.flatMap((domain) => domain.operations)
const first = new Set([
  ...firstOfEach(operations, declarationOf),
  ...firstOfEach(operations, ({ access }) => access.on?.kind),
])

const oneOfEachKind = (operation: Operation, people: readonly Person[], turn: number) => {
  const kinds = Map.groupBy(people, ({ callerKind }) => {
    const { credential, role } = callerKind
    return `${credential} ${role === 'client'} ${expectedAnswer(operation, callerKind)}`
  })
  return [...kinds.values()].map((some) => some[turn % some.length]!)
}
