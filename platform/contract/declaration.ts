import type { TSchema } from 'typebox'
import type { Access, WorkspaceLookup } from './access.ts'
import type { Reads, Subject } from './reads.ts'

/** Raw bytes in or out: streamed, never held whole in memory. */
export interface Bytes {
  /** Their media type; of a reply with `image/*`, or with only stars, the handler names the type. */
  readonly bytes: string
  /** Other media types that the body may have. */
  readonly also?: readonly string[]
  /** A body without a media type is taken as well. */
  readonly isTypeOptional?: true
  /** Headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>
  /** The handler names the state of the bytes; a caller that already has that state gets 304 without them. */
  readonly isConditional?: true
  /** The handler may answer a part of the bytes, as `Range` asks for it. */
  readonly isRanged?: true
  /** The handler answers either the bytes or this JSON. */
  readonly orJson?: TSchema
}
export const bytes = <const MediaType extends string>(mediaType: MediaType, headers?: Bytes['headers']) => ({
  bytes: mediaType,
  ...(headers && { headers }),
})

/** Server-sent events, one schema per frame name. The data of a frame is JSON; that of a string schema is the text itself. */
export interface Events {
  readonly events: Readonly<Record<string, TSchema>>
  /** Frames that are named as the action in their data is, `task.merged` for instance; all names with a dot are theirs. */
  readonly byAction?: TSchema
  readonly resumes: boolean
  readonly lifetimeMs?: number
}
export const events = <const E extends Events>(stream: E) => stream

/** The pattern of a frame's name by action, as a regular expression. */
export const actionPattern = '^[a-z_]+\\.[a-z_]+$'

/** Server-sent events without names, as OpenAI streams them: `end` is the data of the last one. */
export interface DataEvents {
  readonly dataEvents: TSchema
  readonly end?: string
  readonly lifetimeMs?: number
}
export const dataEvents = <const D extends TSchema>(schema: D, end?: string) => ({
  dataEvents: schema,
  ...(end !== undefined && { end }),
})

/** JSON or server-sent events in another interface's wire shape: the handler's `Relay` writes either one. */
export interface RelayedReply {
  readonly relayed: TSchema
  /** A description of the events. */
  readonly streamed: string
}
export const relayed = <const S extends TSchema>(schema: S, streamed: string) => ({ relayed: schema, streamed })

export const isBytes = (declared: object): declared is Bytes => 'bytes' in declared
export const isRelayed = (declared: object): declared is RelayedReply => 'relayed' in declared
export const isEvents = (declared: object): declared is Events => 'events' in declared
export const isDataEvents = (declared: object): declared is DataEvents => 'dataEvents' in declared
/** True if a body is neither bytes nor events, so that its schema describes it. */
export const isJson = (declared: object): declared is TSchema =>
  !isBytes(declared) && !isEvents(declared) && !isDataEvents(declared) && !isRelayed(declared)

/** An error that an operation declares. */
export interface ErrorSpec {
  readonly status: 400 | 401 | 402 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 500 | 501 | 502 | 503 | 504
  /** Absent only if the specification has no code. */
  readonly code?: string
  readonly message: string
  /** The `Retry-After` for a temporary error. An error that a person has to mend has none. */
  readonly retryAfterSeconds?: number
  /** Fields beside `error` and `code`. */
  readonly details?: TSchema
}

/** A 409: the conflict and the remedy. */
export const conflict = <const E extends Omit<ErrorSpec, 'status'>>(error: E) => ({ status: 409, ...error }) as const

export type Action = `${string}.${string}`

/** A success writes a row, and a refusal writes one under the same action. */
export interface Audit {
  readonly action: Action
  readonly category: 'create' | 'read' | 'update' | 'delete' | 'execute' | 'auth' | 'export'
  readonly severity?: 'notice' | 'warning' | 'critical'
  /** The activity event of the same effect, about the same resource. */
  readonly event?: Action
  /** Some answers have no effect to record: the handler sets no subject for them. */
  readonly optional?: true
}

/** A success writes no row; a refusal writes one under this action. */
interface RefusalsOnly {
  readonly refusals: Action
}

/** A mutation whose success writes no row of this kind, and why; `refusals` if it takes callers with a workspace. */
interface Unrecorded extends Partial<RefusalsOnly> {
  readonly none: string
}

/** Rows that are not about one resource in one workspace. */
interface RecordedElsewhere extends Unrecorded {
  /** The actions that they may bear. */
  readonly elsewhere: readonly Action[]
}
/** A change of a person's own account is recorded in each of the person's workspaces, under these actions. */
export const recordedElsewhere = <const A extends RecordedElsewhere['elsewhere']>(...elsewhere: A) =>
  ({ none: 'Its rows are written in every workspace in which the person has a place.', elsewhere }) as const

/**
 * How programs of people reach an operation over MCP: by a call, at its address because it transfers bytes or a stream,
 * or not at all, since a person does it on a page of the console. Parts of the page in braces are parameters or body
 * fields of the operation. With `fields`, a call is for a person where its body has one of them: paths with dots,
 * through lists.
 */
export type Reach =
  | 'call'
  | 'transfer'
  | { readonly page: `/${string}`; readonly fields?: readonly [string, ...string[]] }

interface Common {
  /** The key in its contract is the id of an operation. */
  readonly id?: never
  /** Below `/v1/api`; if another protocol defines the addresses, `/mcp` or below `/w`, `/oauth` and `/.well-known`. */
  readonly path: `/v1/api/${string}` | `/w/${string}` | `/oauth/${string}` | `/.well-known/${string}` | '/mcp'
  readonly summary: string
  /** A later version removes it or changes it incompatibly: the version that announces it, and the replacement. */
  readonly deprecated?: { readonly since: string; readonly instead: string }
  /**
   * The source of the workspace; by default the header, else the key's or the session's workspace: `path` has it as
   * `{workspaceId}`, and with `none` the handler sees only people, keys and workspaces.
   */
  readonly workspace?: 'path' | 'none' | WorkspaceLookup
  /** Accepts `X-Client-Portal`; any other operation is refused under it. */
  readonly clientPortal?: true
  /** Every operation of the API declares it; operations of other protocols are not called over MCP. */
  readonly reach?: Reach
  readonly access: Access
  readonly query?: TSchema
  readonly body?: TSchema | Bytes
  readonly bodyLimit?: number
  readonly replies: {
    readonly 200?: TSchema | Bytes | Events | DataEvents | RelayedReply
    readonly 201?: TSchema
    readonly 202?: TSchema
  }
  readonly errors?: Readonly<Record<string, ErrorSpec>>
  /**
   * Errors have the shape of the provider or protocol whose interface the operation has; `text` is only their sentence.
   */
  readonly errorShape?: 'openai' | 'anthropic' | 'jsonrpc' | 'oauth' | 'text'
  /**
   * `Idempotency-Key` is refused (`false`) or replaced by a field of the body (`own-key`). Refused by a mutation that
   * answers with a secret, transfers bytes or events, or stores no effect in a workspace's transaction. With `sender`
   * the header is the delivery id of a webhook sender, and the operation reads it itself.
   */
  readonly replay?: false | 'own-key' | 'sender'
  /** The list begins with its newest page, each page oldest first, and `rel="prev"` leads to the page before. */
  readonly leadsBack?: true
  /** Reads much of a workspace: two of a workspace run at one time, and others wait. */
  readonly heavy?: true
  /** `transaction`: the handler gets one. `outside`: streams, git, mail and model calls must not hold one open. */
  readonly effect?: 'transaction' | 'outside'
}

/** The declaration of an operation. Every one but those for everybody names the audit action of its refusals. */
export type Declaration =
  | (Common & {
      readonly method: 'GET'
      readonly audit?: Audit | RefusalsOnly | RecordedElsewhere
      /** The events that change its answer. The console reads it again after them. */
      readonly reads?: Reads
      readonly touches?: never
    })
  | (Common & {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      readonly audit: Audit | Unrecorded | RecordedElsewhere
      readonly reads?: never
      /**
       * The subjects that it changes, if they differ from the subject of its event or, without an event, of its audit
       * action. The console reads again what depends on them before the change counts as done.
       */
      readonly touches?: readonly Subject[]
    })

type WithOperationId<Op> = Omit<Op, 'id'> & { readonly id: string }
export type Operation = Declaration extends infer One ? (One extends unknown ? WithOperationId<One> : never) : never

/** Whether a request may carry an `Idempotency-Key`: any mutation that does not declare otherwise. */
export const takesIdempotencyKey = ({ method, replay }: Operation): boolean => method !== 'GET' && replay === undefined
