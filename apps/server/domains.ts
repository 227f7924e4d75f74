import type { WorkspaceFinders } from '../../platform/http/index.ts'
import type { ResourceKinds } from '../../platform/access/index.ts'
import { StartRefusal } from '../../platform/configuration/index.ts'
import type { Handler } from '../../platform/handler/index.ts'
import type { Workflow } from '../../platform/jobs/index.ts'
import type { FramedPage, MovedPage, Page } from '../../platform/pages/page.ts'
import type { Domain } from '../../domains/domain.ts'
import { domains } from '../../domains/index.ts'
import type { Parts, WorkParts } from './parts.ts'

/** Every domain; a part that a domain needs and that is not opened here does not compile. */
export const allDomains: readonly Domain<Parts, WorkParts>[] = domains

/** Every served operation, with its parts. */
export const handlersOf = (parts: Parts): readonly Handler[] => allDomains.flatMap(({ handlers }) => handlers(parts))

/** The operations that a task's credential may reach. */
export const taskHandlersOf = (parts: Parts): readonly Handler[] =>
  handlersOf(parts).filter(({ operation }) => operation.access.task === true)

/** Every operation of another protocol, with its parts. */
export const protocolsOf = (parts: Parts): readonly Handler[] => allDomains.flatMap(({ protocols }) => protocols(parts))

/** Every page for people. */
export const pagesOf = (parts: Parts): readonly (Page | MovedPage | FramedPage)[] =>
  allDomains.flatMap(({ pages }) => pages(parts))

/** Every kind of durable run. */
export const workflowsOf = (parts: WorkParts): readonly Workflow[] =>
  allDomains.flatMap(({ workflows }) => workflows(parts))

/** How an id of each kind leads to its project. */
export const resourceKinds = Object.assign({}, ...allDomains.map(({ kinds }) => kinds)) as ResourceKinds

/** How a token or a slug of each kind leads to its workspace. */
export const workspaceFinders = Object.assign({}, ...allDomains.map((one) => one.workspaceFinders)) as WorkspaceFinders

/** Has each domain's schedules carried out by this process, when it works. */
export const scheduleDomains = (parts: Parts): void => {
  for (const work of allDomains.flatMap(({ schedules }) => schedules(parts))) parts.engine.schedule(work)
}

/**
 * Throws StartRefusal if the domains do not fit together: a contract names a kind that no domain registered, or two
 * domains claim one name.
 */
export const checkDomains = (given: readonly Domain[]): void => {
  const kinds = namesIn(given, 'kinds')
  const finders = namesIn(given, 'workspaceFinders')
  for (const { operations } of given) {
    for (const { id, access, workspace } of operations) {
      const kind = access.on?.kind
      if (kind !== undefined && !kinds.includes(kind))
        refuse(`${id} needs access to a resource of kind “${kind}”`, 'kinds')
      const finder = typeof workspace === 'object' ? workspace.kind : undefined
      if (finder !== undefined && !finders.includes(finder))
        refuse(`${id} finds its workspace by a “${finder}”`, 'workspaceFinders')
    }
  }
  const names = given.map(({ name }) => name)
  const ids = given.flatMap(({ operations }) => operations.map(({ id }) => id))
  for (const claimed of [names, kinds, finders, ids]) {
    const twice = claimed.find((one, at) => claimed.indexOf(one) !== at)
    if (twice) throw new StartRefusal(`Two domains declare “${twice}”. Give one of them another name.`)
  }
}

const namesIn = (given: readonly Domain[], field: 'kinds' | 'workspaceFinders') =>
  given.flatMap((one) => Object.keys(one[field]))

const refuse = (wrong: string, field: string): never => {
  throw new StartRefusal(`${wrong}, which no domain registers. Add it to ${field} in the domain.ts that knows it.`)
}
