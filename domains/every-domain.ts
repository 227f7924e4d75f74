import type { InvalidField, Operation } from '../platform/contract/index.ts'
import type { Vault } from '../platform/crypto/index.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { allUnder, removeLater } from '../platform/removals/index.ts'
import type {
  AnsweredQuestion,
  CountsOf,
  Domain,
  FindByHandle,
  FindByName,
  FoundTexts,
  NamedByProject,
  NamesOf,
  NewProject,
  OutsideComment,
  Person,
  PersonHooks,
  ProjectCounts,
  RunLogs,
} from './domain.ts'

type Sections = Readonly<Record<string, unknown>>

/**
 * The shared work of all domains, one after the other in the order of the list, which is the order of their locks. A
 * domain that needs the others at such a moment receives this object, and imports none of them.
 */
export interface EveryDomain {
  readonly operations: readonly Operation[]
  readonly jobActions: readonly string[]
  readonly lists: NonNullable<PersonHooks['lists']>
  readonly runLogs: RunLogs
  readonly foundTexts: Readonly<Record<string, FoundTexts>>
  readonly foundByHandle: Readonly<Record<string, FindByHandle>>
  readonly foundByName: Readonly<Record<string, FindByName>>
  readonly names: Readonly<Record<string, NamesOf>>
  /** The counts by project, for projects in which something was counted. */
  countInProjects(tx: Transaction, projectIds: readonly string[]): Promise<ReadonlyMap<string, ProjectCounts>>
  beginProject(tx: Transaction, project: NewProject): Promise<void>
  endProject(tx: Transaction, projectId: string): Promise<void>
  archiveProject(tx: Transaction, projectId: string): Promise<void>
  changeProjectCap(tx: Transaction, projectId: string): Promise<void>
  changeProject(tx: Transaction, projectId: string): Promise<void>
  faultsOfProject(tx: Transaction, projectId: string, named: NamedByProject): Promise<readonly InvalidField[]>
  isProjectChanging(tx: Transaction, projectId: string): Promise<boolean>
  purgeProject(tx: Transaction, projectId: string): Promise<void>
  answerQuestion(tx: Transaction, answer: AnsweredQuestion): Promise<void>
  addHostComment(tx: Transaction, comment: OutsideComment): Promise<void>
  noticeHostDelivery(tx: Transaction, delivery: { readonly projectId: string; readonly now: Date }): Promise<void>
  hashesOfIssued(tx: Transaction, invoiceId: string): Promise<Readonly<Record<string, unknown>>>
  exportPerson(tx: Transaction, person: Person): Promise<Sections>
  exportPersonIn(tx: Transaction, person: Person): Promise<Sections>
  actorIdsIn(tx: Transaction, person: Person): Promise<readonly string[]>
  erasePersonIn(tx: Transaction, person: Person): Promise<void>
}

export const everyDomain = <Parts>(
  domains: readonly Domain<Parts>[],
  parts: Omit<Parts, 'everyDomain'> & { readonly vault: Vault },
): EveryDomain => {
  const projects = domains.map(({ project }) => project(parts))
  const people = domains.map(({ person }) => person)
  const requests = domains.map(({ request }) => request)
  const codeHosts = domains.map(({ codeHost }) => codeHost)
  const invoices = domains.map(({ invoice }) => invoice)
  return {
    operations: domains.flatMap(({ operations }) => operations),
    jobActions: domains.flatMap(({ jobActions }) => jobActions),
    lists: Object.assign({}, ...people.map(({ lists }) => lists)) as EveryDomain['lists'],
    runLogs: async (tx, ...asked) => {
      const logs = await Promise.all(domains.map(async ({ runLogs }) => (await runLogs?.(tx, ...asked)) ?? []))
      return logs.flat()
    },
    foundTexts: Object.assign({}, ...domains.map(({ foundTexts }) => foundTexts)) as EveryDomain['foundTexts'],
    foundByHandle: Object.assign(
      {},
      ...domains.map(({ foundByHandle }) => foundByHandle),
    ) as EveryDomain['foundByHandle'],
    foundByName: Object.assign({}, ...domains.map(({ foundByName }) => foundByName)) as EveryDomain['foundByName'],
    names: Object.assign({}, ...domains.map(({ names }) => names)) as EveryDomain['names'],
    countInProjects: async (tx, ids) => {
      const counted = await Promise.all(projects.map(async ({ count }) => (await count?.(tx, ids)) ?? []))
      return merged(counted.flat())
    },
    beginProject: (tx, project) => eachInOrder(projects, (hooks) => hooks.begin?.(tx, project)),
    endProject: (tx, id) => eachInOrder(projects, (hooks) => hooks.end?.(tx, id)),
    archiveProject: (tx, id) => eachInOrder(projects, (hooks) => hooks.archive?.(tx, id)),
    changeProjectCap: (tx, id) => eachInOrder(projects, (hooks) => hooks.changeCap?.(tx, id)),
    changeProject: (tx, id) => eachInOrder(projects, (hooks) => hooks.change?.(tx, id)),
    faultsOfProject: async (tx, id, named) => {
      const found = await Promise.all(projects.map(async (hooks) => (await hooks.faultsOf?.(tx, id, named)) ?? []))
      return found.flat()
    },
    isProjectChanging: async (tx, id) => {
      const asked = projects.map(async (hooks) => hooks.isChanging?.(tx, id))
      return (await Promise.all(asked)).includes(true)
    },
    purgeProject: async (tx, id) => {
      await eachInOrder(projects, (hooks) => hooks.purge?.(tx, id))
      const prefixes = projects.flatMap((hooks) => hooks.filesOf?.(id) ?? [])
      await removeLater(tx, prefixes.map(allUnder))
    },
    answerQuestion: (tx, answer) => eachInOrder(requests, (hooks) => hooks.answered?.(tx, answer)),
    addHostComment: (tx, comment) => eachInOrder(codeHosts, (hooks) => hooks.commented?.(tx, comment)),
    noticeHostDelivery: (tx, delivery) => eachInOrder(codeHosts, (hooks) => hooks.delivered?.(tx, delivery)),
    hashesOfIssued: (tx, invoiceId) => sections(invoices, (hooks) => hooks.issued?.(tx, invoiceId)),
    exportPerson: (tx, person) => sections(people, (hooks) => hooks.export?.(tx, person)),
    exportPersonIn: (tx, person) => sections(people, (hooks) => hooks.exportIn?.(tx, person)),
    actorIdsIn: async (tx, person) => {
      const ids: string[] = []
      await eachInOrder(people, async (hooks) => ids.push(...((await hooks.actorIdsIn?.(tx, person)) ?? [])))
      return ids
    },
    erasePersonIn: (tx, person) => eachInOrder(people, (hooks) => hooks.eraseIn?.(tx, person, parts)),
  }
}

const none: ProjectCounts = { cycles: 0, activeCycles: 0, tasks: 0, revisions: 0 }

const merged = (rows: readonly CountsOf[]) => {
  const all = new Map<string, ProjectCounts>()
  for (const { projectId, ...counts } of rows) all.set(projectId, { ...(all.get(projectId) ?? none), ...counts })
  return all
}

const eachInOrder = async <Hooks>(all: readonly Hooks[], work: (hooks: Hooks) => Promise<unknown> | undefined) => {
  for (const hooks of all) await work(hooks)
}

const sections = async <Hooks>(all: readonly Hooks[], work: (hooks: Hooks) => Promise<Sections> | undefined) => {
  const parts: (Sections | undefined)[] = []
  await eachInOrder(all, async (hooks) => parts.push(await work(hooks)))
  return Object.assign({}, ...parts) as Sections
}
