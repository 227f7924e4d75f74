import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Caller, Visitor } from '../access/caller.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Level } from '../contract/access.ts'
import type { HandlerReply, HandlerBody } from '../contract/kept.ts'
import type { InvalidField } from '../contract/errors.ts'
import type { PathNames } from '../contract/mistakes.ts'
import type {
  Action,
  Audit,
  Bytes,
  Contract,
  DataEvents,
  Events,
  Operation,
  RelayedReply,
} from '../contract/operation.ts'
import type { ByteRange, ConditionalFrames, Relay, ReplyValue, Subject } from './reply.ts'

type Input<Op, Part extends string> =
  Op extends Readonly<Record<Part, infer S>>
    ? S extends Bytes
      ? Readable
      : S extends TSchema
        ? HandlerBody<Static<S>>
        : undefined
    : undefined

type Fail<Op> = Op extends { readonly errors: infer Errors }
  ? {
      readonly [E in keyof Errors]: Errors[E] extends { details: infer D extends TSchema }
        ? (details: Readonly<Static<D>>, retryAfterSeconds?: number) => never
        : () => never
    }
  : object

type Frame<Frames> = {
  readonly [Name in keyof Frames]: {
    readonly event: Name
    readonly data: Frames[Name] extends TSchema ? Static<Frames[Name]> : never
    readonly id?: string
  }
}[keyof Frames]

type ActionFrame<Body> = Body extends { readonly byAction: infer Data extends TSchema }
  ? { readonly event: Action; readonly data: Static<Data>; readonly id?: string }
  : never

type Frames<Body extends Events> = AsyncIterable<Frame<Body['events']> | ActionFrame<Body>>

type Output<Body> = Body extends Events
  ? Frames<Body> | ConditionalFrames<Frames<Body>>
  : Body extends DataEvents
    ? AsyncIterable<Static<Body['dataEvents']> & object>
    : Body extends RelayedReply
      ? Relay
      : Body extends Bytes
        ? Body['bytes'] extends `${string}/*`
          ?
              | ({
                  readonly mediaType: string
                  readonly fileName?: string
                  readonly content: Readable
                } & WithEtag<Body> &
                  WithRange<Body>)
              | OrJson<Body>
          : Readable
        : Body extends TSchema
          ? HandlerReply<Static<Body>>
          : never

/** `sizeBytes` of the whole, and which part of it `content` is. */
type WithRange<Body> = Body extends { readonly isRanged: true }
  ? { readonly sizeBytes: number; readonly range: ByteRange | undefined }
  : object
type OrJson<Body> = Body extends { readonly orJson: infer Json extends TSchema } ? HandlerReply<Static<Json>> : never

type WithEtag<Body> = Body extends { readonly isConditional: true } ? { readonly etag: string } : object

type IsAudited<Op> = Op extends { readonly audit: Audit } ? true : false
type IsRecorded<Op> = Op extends { readonly audit: { readonly optional: true } } ? false : IsAudited<Op>

declare const finished: unique symbol
/** Proof that a handler ended in one of its declared replies. */
export interface Finished<Op> extends ReplyValue {
  readonly [finished]: Op
}

type Finish<Op, Body> =
  IsRecorded<Op> extends true
    ? (body: Output<Body>, about: Subject) => Finished<Op>
    : IsAudited<Op> extends true
      ? (body: Output<Body>, about?: Subject) => Finished<Op>
      : (body: Output<Body>) => Finished<Op>

type Replies<Op extends Operation> = (Op['replies'] extends { 200: infer Body }
  ? { readonly ok: Finish<Op, Body> }
  : object) &
  (Op['replies'] extends { 201: infer Body } ? { readonly created: Finish<Op, Body> } : object) &
  (Op['replies'] extends { 202: infer Body } ? { readonly accepted: Finish<Op, Body> } : object)

type ReadTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/**
 * Inside a transaction: `tx` and the replies. Outside one: `read` for short reads, and, if there is something to
 * record, `commit`, which holds the only way to a reply, so that effect and audit row land together. Without a
 * workspace `tx` sees only people, keys and workspaces, and `commitIn` names the workspace to record in.
 */
type HandlerEnd<Op extends Operation> = Op extends { readonly effect: 'outside' }
  ? Op extends { readonly workspace: 'none' }
    ? IsAudited<Op> extends true
      ? { readonly commitIn: (workspace: string, work: Commit<Op>) => Promise<Finished<Op>> }
      : Replies<Op>
    : IsAudited<Op> extends true
      ? { readonly read: ReadTransaction; readonly commit: (work: Commit<Op>) => Promise<Finished<Op>> }
      : { readonly read: ReadTransaction } & Replies<Op>
  : { readonly tx: Transaction } & Replies<Op>

type Commit<Op extends Operation> = (
  end: Replies<Op> & { readonly tx: Transaction; readonly now: Date },
) => Promise<Finished<Op>>

type CallerOf<Op> = Op extends { readonly access: { readonly who: 'signed-in' } }
  ? Visitor
  : Op extends { readonly access: { readonly who: 'public' } }
    ? undefined
    : Caller
type WorkspaceOf<Op> = Op extends { readonly workspace: 'none' } ? undefined : string

/** The context of a handler, typed by the declaration of its operation. */
export type Context<Op extends Operation> = HandlerEnd<Op> &
  RequestContext & {
    readonly params: Readonly<Record<PathNames<Op['path']>, string>>
    readonly query: Input<Op, 'query'>
    readonly body: Input<Op, 'body'>
    /** Declared refusals. Each call throws: write `return fail.x()` or `?? fail.x()`, which narrow a type. */
    readonly fail: Fail<Op>
    readonly workspace: WorkspaceOf<Op>
    readonly caller: CallerOf<Op>
  }

/** The part of a context that is the same for each operation. */
interface RequestContext {
  /** Throws the 404 that every operation may end in; `kind` names the missing thing, if a body names it. */
  readonly absent: (kind?: string) => never
  /** Throws the 400 of a body or query that its schema cannot judge. */
  readonly invalid: (fields: readonly InvalidField[]) => never
  /** The caller's level on the project of the operation's resource; undefined without a project. */
  readonly level: Level | undefined
  readonly requestId: string
  readonly traceId: string
  /** The `Last-Event-ID` of a resumed stream. */
  readonly lastEventId: string | undefined
  readonly now: Date
  readonly signal: AbortSignal
  readonly browser: Browser
  /** A header of the request by its name in small letters, such as the signature of a body. */
  readonly header: (name: string) => string | undefined
  readonly resumption: Resumption
  /**
   * Adds a `Link: <…>; rel="next"` header for the page that begins after `cursor`; without one this was the last page.
   * `count` counts the rows of the whole list, for a caller that asks how many there are.
   */
  readonly next: LinkPage
  /** Like `next`, with `rel="prev"`, for a list that begins with its newest page, each page oldest first. */
  readonly previous: LinkPage
}

/** Counts the rows of a list, up to `countMost`; undefined for a list without such a count. */
export type CountRows = () => Promise<number> | undefined
type LinkPage = (cursor: string | undefined, count?: CountRows) => void

/** Questions and answers about a body that may arrive in parts. */
export interface Resumption {
  /**
   * Where the body continues; undefined if it is sent as a whole. Ends the request in 400 where its fields are wrong.
   */
  readonly offset: () => number | undefined
  /** Adds how many bytes have arrived, and whether that is all. */
  readonly tell: (offset: number, isComplete: boolean) => void
}

/** Cookies and other browser values of the request, and values to set in the answer. */
export interface Browser {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly ip: string
  /** Adds a `Set-Cookie` header. */
  readonly keep: (cookie: string) => void
}

/** An operation with the function that carries it out. */
export interface Handler<Op extends Operation = Operation> {
  readonly operation: Op
  readonly run: (context: never) => Promise<Finished<Op>>
}

type AnyReply = (body: unknown, about?: Subject) => ReplyValue
/** The replies that an operation declares, by the names that its handler calls them. */
export type AnyReplies = Partial<Readonly<Record<'ok' | 'created' | 'accepted', AnyReply>>>

/** The context of every handler, independent of its declaration. */
export interface AnyContext extends RequestContext {
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  readonly fail: Readonly<Record<string, (details?: Readonly<Record<string, unknown>>) => never>>
  readonly workspace: string | undefined
  readonly caller: Caller | Visitor | undefined
}

export type AnyCommit = (end: AnyReplies & { readonly tx: Transaction; readonly now: Date }) => Promise<ReplyValue>

/** The context of an operation whose effect is inside a transaction. */
type InsideContext = AnyContext & AnyReplies & { readonly tx: Transaction }

/** The context of an operation whose effect is outside: with a commit it is recorded, and has no other reply. */
type OutsideContext = AnyContext & { readonly read: ReadTransaction } & (
    | AnyReplies
    | { readonly commit: (work: AnyCommit) => Promise<ReplyValue> }
  )

/** Context without a workspace. */
type PeopleContext = AnyContext &
  (AnyReplies | { readonly commitIn: (workspace: string, work: AnyCommit) => Promise<ReplyValue> })

/** Calls a handler. The schemas have checked params, query and body of its context. */
export const callHandler = (
  { run }: Handler,
  context: InsideContext | OutsideContext | PeopleContext,
): Promise<ReplyValue> => run(context as never)

/** Pairs an operation with its handler. */
export const handle = <const Op extends Operation>(
  operation: Op,
  run: (context: Context<Op>) => Promise<Finished<Op>>,
): Handler<Op> => ({ operation, run })

/** The ending with a newer body, after its commit; a repeat under the idempotency key gets the commit's body. */
export const withBody = <Op extends Operation>(
  { text: _stored, ...finished }: Finished<Op>,
  body: Op['replies'] extends { 200: infer Body } ? Output<Body> : never,
): Finished<Op> => ({ ...finished, body })

/** Pairs a contract with one handler for every operation in it; a missing or swapped handler does not compile. */
export const implement = <const C extends Contract>(
  _contract: C,
  handlers: { readonly [K in keyof C]: Handler<C[K]> },
): readonly Handler[] => Object.values<Handler>(handlers as never)
