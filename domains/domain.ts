import type { ResourceKinds } from '../platform/access/index.ts'
import type { Audit, Contract, InvalidField, Operation } from '../platform/contract/index.ts'
import type { Vault } from '../platform/crypto/index.ts'
import { implement, type Handler } from '../platform/handler/index.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import type { WorkspaceFinders } from '../platform/http/index.ts'
import type { ScheduledWork, Workflow } from '../platform/jobs/index.ts'
import type { FramedPage, MovedPage, Page } from '../platform/pages/page.ts'
import type { Expiry } from '../platform/retention/index.ts'

/** One subject of the product: its operations, and its work at the moments that concern every domain. */
export interface Domain<Parts = never, WorkParts = never> {
  readonly name: string
  readonly operations: readonly Operation[]
  /** One for each operation of the contract. */
  readonly handlers: (parts: Parts) => readonly Handler[]
  /** Operations of the protocol of another program, such as git: served, and in no document of the API. */
  readonly protocols: (parts: Parts) => readonly Handler[]
  /** Pages for people, each at its address. */
  readonly pages: (parts: Parts) => readonly (Page | MovedPage | FramedPage)[]
  /** How an id of each kind leads to its project. */
  readonly kinds: ResourceKinds
  /** How a token or a slug of each kind leads to its workspace. */
  readonly workspaceFinders: WorkspaceFinders
  readonly workflows: (parts: WorkParts) => readonly Workflow[]
  readonly schedules: (parts: Parts) => readonly ScheduledWork[]
  /** Made before all domains can be called together: `everyDomain` is no part of it. */
  readonly project: (parts: Omit<Parts, 'everyDomain'>) => ProjectHooks
  readonly person: PersonHooks
  readonly request: RequestHooks
  readonly codeHost: CodeHostHooks
  readonly invoice: InvoiceHooks
  /** Output while runs were carried out, oldest first: the trace of an audit entry shows it. */
  readonly runLogs?: RunLogs
  /** The texts of found entries in a search, by the kind of entry; none of a deleted one. */
  readonly foundTexts: Readonly<Record<string, FoundTexts>>
  /** The entries that a search finds by a handle such as HAR-12, by their kind. */
  readonly foundByHandle: Readonly<Record<string, FindByHandle>>
  /** Things of the agency that a search finds by any part of their name, by their kind. */
  readonly foundByName: Readonly<Record<string, FindByName>>
  /** How the things of each kind are called, for pages that show events and audit rows. */
  readonly names: Readonly<Record<string, NamesOf>>
  /** Rows that are removed when they expire. */
  readonly retention: readonly Expiry[]
  /** Audit actions of rows that no operation writes. */
  readonly jobActions: readonly Audit['action'][]
}

export interface RunLog {
  readonly runId: string
  readonly taskId: string
  readonly name: string
  readonly at: Date
  readonly text: string
}
export type RunLogs = (
  tx: Transaction,
  cycleIds: readonly string[],
  runIds: readonly string[],
  rows: number,
) => Promise<readonly RunLog[]>

/** The text of a found entry in a search. */
export interface FoundText {
  readonly id: string
  /** Null for that of its project. */
  readonly title: string | null
  /** Handle of a cycle or task; null for other entries. */
  readonly handle: string | null
  readonly body: string
  readonly cycleId: string | null
  readonly taskId: string | null
}
/** A text found in a document: null if no page has text. */
export interface FoundPage extends FoundText {
  readonly page: number | null
}
/** `words` are the words of the search: a long text shows a part that has one of them. */
export type FoundTexts = (
  tx: Transaction,
  ids: readonly string[],
  words: readonly string[],
) => Promise<readonly (FoundText | FoundPage)[]>

/** Which projects a search looks at; a condition that is undefined is left out. */
export interface ShownProjects {
  readonly projectId: string | undefined
  readonly only: readonly string[] | undefined
  readonly grantedTo: string | undefined
}
/** The owner of a handle, and its project. */
export interface HandleOwner {
  readonly id: string
  readonly projectId: string
  readonly projectName: string
}
/** The visible row with a handle; undefined without one. */
export type FindByHandle = (tx: Transaction, handle: string, shown: ShownProjects) => Promise<HandleOwner | undefined>

/** Something with a name, such as a client or a secret. */
export interface FoundName {
  readonly id: string
  readonly name: string
  /** A second name, such as the buyer of an invoice; null for none. */
  readonly also: string | null
  /** The project of a secret or deliverable, the growth project of a lead; null if the own id leads to it. */
  readonly parentId: string | null
}
export interface SoughtName {
  /** The words of a search by `patternsOf`, all of which the name has. */
  readonly patterns: readonly string[]
  readonly rows: number
}
export type FindByName = (tx: Transaction, sought: SoughtName) => Promise<readonly FoundName[]>

/** The name of a thing, and the project it belongs to. */
export interface NamedThing {
  readonly id: string
  readonly title: string
  readonly projectId: string | null
  readonly cycleId: string | null
}
/** A cycle or task, with its handle. */
export interface NamedWork extends NamedThing {
  readonly handle: string
}
/** A project, with the client account that it belongs to. */
export interface NamedProject extends NamedThing {
  readonly clientAccountId: string | null
}
/** The names of the things with these ids, without deleted ones. */
export type NamesOf = (
  tx: Transaction,
  of: { readonly ids: readonly string[] },
) => Promise<readonly (NamedThing | NamedProject | NamedWork)[]>

export interface NewProject {
  readonly id: string
  readonly createdAt: Date
}

/** The counts in a project's summary. */
export interface ProjectCounts {
  readonly cycles: number
  readonly activeCycles: number
  readonly tasks: number
  readonly revisions: number
}
export type CountsOf = Readonly<{ projectId: string }> & Partial<ProjectCounts>

/** The ids that the settings of a project name. */
export interface NamedByProject {
  readonly agentId?: string | undefined
  readonly previews?: {
    readonly environmentId?: string | undefined
    readonly productionEnvironmentId?: string | undefined
  }
}

/** A domain's facts about a project, and its work when one comes and goes. */
interface ProjectHooks {
  /** The domain's counts in each of these projects; a project without any is left out. */
  count?(tx: Transaction, projectIds: readonly string[]): Promise<readonly CountsOf[]>
  /** Creates the domain's initial rows, in the transaction that makes a project without a repository of its own. */
  begin?(tx: Transaction, project: NewProject): Promise<unknown>
  /** Stops what runs in the project, in the transaction that deletes it, which has locked its row. */
  end?(tx: Transaction, projectId: string): Promise<unknown>
  /** Ends what waits for work, in the transaction that archives the project, in which no cycle is at work. */
  archive?(tx: Transaction, projectId: string): Promise<unknown>
  /** Applies a new cost cap at once, in the transaction that changes it, which has locked the project's row. */
  changeCap?(tx: Transaction, projectId: string): Promise<unknown>
  /**
   * Wakes the runs that the settings held up, in the transaction that changes them, which has locked the project's row.
   */
  change?(tx: Transaction, projectId: string): Promise<unknown>
  /** The faults of newly named things in its settings: things of the domain that do not belong to the project. */
  faultsOf?(tx: Transaction, projectId: string, named: NamedByProject): Promise<readonly InvalidField[]>
  /** True if an agent's change is being made, judged or merged in it, so that its head must not move. */
  isChanging?(tx: Transaction, projectId: string): Promise<boolean>
  /** The prefixes of its objects, which go 48 hours after its rows. */
  filesOf?(projectId: string): readonly string[]
  /** Thirty days later, in the transaction that marks the project as purged: removes rows. */
  purge?(tx: Transaction, projectId: string): Promise<unknown>
}

/** A person whose data is exported or erased; `email` as it was typed. */
export interface Person {
  readonly userId: string
  readonly name: string
  readonly email: string
}

/** The answer to a question that a cycle put to a client. */
export interface AnsweredQuestion {
  readonly projectId: string
  readonly cycleId: string
  readonly text: string
  /** An answer of the agency in place of the client has the side of the agency. */
  readonly authorSide: 'agency' | 'client'
  readonly answeredBy: string
  readonly now: Date
}

/** A person's comment about a cycle at a code host or in a tracker. */
export interface OutsideComment {
  readonly projectId: string
  readonly cycleId: string
  /** With the name of its author, who is no person of this workspace. */
  readonly text: string
  readonly source: 'codehost' | 'tracker'
  readonly now: Date
}

interface CodeHostHooks {
  /** Handles a comment from outside, in the transaction that records that it was read. */
  commented?(tx: Transaction, comment: OutsideComment): Promise<unknown>
  /** Handles a webhook about the repository of a project, in the transaction that takes it. */
  delivered?(tx: Transaction, delivery: { readonly projectId: string; readonly now: Date }): Promise<unknown>
}

interface InvoiceHooks {
  /** Returns hashes of an invoice's documents, for the audit row, by their names, in the transaction that issues it. */
  issued?(tx: Transaction, invoiceId: string): Promise<Readonly<Record<string, string>>>
}

interface RequestHooks {
  /** Passes the answer to a client's question to the agents of its cycle, in the transaction that resolves it. */
  answered?(tx: Transaction, answer: AnsweredQuestion): Promise<unknown>
}

type Sections = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>

/** A domain's data about a person, and how it forgets it. No hash of a password, token or key is exported. */
export interface PersonHooks {
  /** Sections of the export that belong to no workspace; read in an identity transaction. */
  export?(tx: Transaction, person: Person): Promise<Sections>
  /** Sections of the export from one workspace. */
  exportIn?(tx: Transaction, person: Person): Promise<Sections>
  /** Ids under which a person acts in a workspace beside their own: API keys. */
  actorIdsIn?(tx: Transaction, person: Person): Promise<readonly string[]>
  /** Lists of a workspace that are too long for one read, for one actor: the rows after `last`, at most `limit`. */
  readonly lists?: Readonly<
    Record<string, (tx: Transaction, actorId: string, last: Row | undefined, limit: number) => Promise<readonly Row[]>>
  >
  /** Erases the person in one workspace. Throws VaultUnavailable if a keyed hash of their address has to stay. */
  eraseIn?(tx: Transaction, person: Person, parts: { readonly vault: Vault }): Promise<unknown>
}

type Served<C extends Contract, Parts> =
  | {
      readonly contract: C
      readonly handlers: (parts: Parts) => { readonly [Name in keyof C]: Handler<C[Name]> }
    }
  | { readonly contract?: undefined; readonly handlers?: undefined }

type OwnParts<Schedules, Project, Work> = Partial<
  Pick<Domain<Schedules, Work>, 'protocols' | 'pages' | 'kinds' | 'workspaceFinders' | 'workflows' | 'schedules'> &
    Pick<
      Domain,
      | 'person'
      | 'request'
      | 'codeHost'
      | 'invoice'
      | 'runLogs'
      | 'foundTexts'
      | 'foundByHandle'
      | 'foundByName'
      | 'names'
      | 'retention'
      | 'jobActions'
    >
> & { readonly name: string; readonly project?: (parts: Project) => ProjectHooks }

/**
 * Declares a domain: domains/index.ts lists it, and nothing else outside its folder knows of it. A missing or a swapped
 * handler does not compile. Each function names the parts that it works with; the server has to have them all.
 */
export const domain = <
  const C extends Contract,
  Handlers = object,
  Schedules = object,
  Project = object,
  Work = object,
>(
  definition: Served<C, Handlers> & OwnParts<Schedules, Project, Work>,
): Domain<Handlers & Schedules & Project, Work> => {
  const { contract, handlers, project, ...own } = definition
  return {
    protocols: () => [],
    pages: () => [],
    kinds: {},
    workspaceFinders: {},
    workflows: () => [],
    schedules: () => [],
    person: {},
    request: {},
    codeHost: {},
    invoice: {},
    foundTexts: {},
    foundByHandle: {},
    foundByName: {},
    names: {},
    retention: [],
    jobActions: [],
    ...own,
    project: (parts) => project?.(parts as Project) ?? {},
    operations: Object.values<Operation>(contract ?? {}),
    handlers: (parts) => (contract && handlers ? implement(contract, handlers(parts)) : []),
  }
}
