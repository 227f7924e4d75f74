import type { TSchema } from 'typebox'

/**
 * The caller alone, before anything is looked up. The agency is owner, administrator and member;
 * a participant is any of them or a client.
 */
export type Who = 'public' | 'signed-in' | 'participant' | 'agency' | 'administrator' | 'webhook'

/** What a grant on a project allows; each level includes the ones before it. */
export type Level = 'view' | 'steer' | 'manage'

/** A resource that the caller must reach. Its domain registers how `kind` and an id lead to a project. */
export interface On {
  readonly kind: string
  readonly id: `${'params' | 'query' | 'body'}.${string}`
  readonly needs: Level
  /** Who it takes when the resource belongs to no project. */
  readonly otherwise?: 'administrator'
  /** Answer 404 where a lacking right would answer 403. */
  readonly short?: 404
  /** The handler answers for an id that this workspace does not have. */
  readonly absent?: 'handler'
}

export interface Access {
  readonly who: Who
  readonly on?: On
  /** An API key will not do: a person's own session is needed. */
  readonly session?: true
  /** On the allowlist of task-scoped credentials; every other operation answers them 404. */
  readonly task?: true
  /** Parameters that only the agency may name. */
  readonly agencyParameters?: readonly string[]
}

export const to = <const W extends Who>(who: W) => ({ who })
export const toThoseWho = <const O extends On>(needs: O['needs'], kind: O['kind'], id: O['id']) =>
  ({ who: 'participant', on: { kind, id, needs } }) as const
export const toAgencyWho = <const O extends On>(needs: O['needs'], kind: O['kind'], id: O['id']) =>
  ({ who: 'agency', on: { kind, id, needs } }) as const

/** Raw bytes in or out: streamed, never held whole in memory. */
export interface Bytes {
  /** Their media type; of a reply with `image/*` the handler says which one it is. */
  readonly bytes: string
  /** Headers of the reply. */
  readonly headers?: Readonly<Record<string, string>>
}
export const bytes = <const MediaType extends string>(mediaType: MediaType, headers?: Bytes['headers']) => ({
  bytes: mediaType,
  ...(headers && { headers }),
})

/** Server-sent events, one schema per frame name. */
export interface Events {
  readonly events: Readonly<Record<string, TSchema>>
  readonly resumes: boolean
  readonly lifetimeMs?: number
}
export const events = <const E extends Events>(stream: E) => stream

export interface ErrorSpec {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 500 | 501 | 502 | 503 | 504
  /** Absent only where the specification gives none. */
  readonly code?: string
  readonly message: string
  /** Fields beside `error` and `code`. */
  readonly details?: TSchema
}

export interface Audit {
  readonly action: `${string}.${string}`
  readonly category: 'create' | 'read' | 'update' | 'delete' | 'execute' | 'auth' | 'export'
  readonly severity?: 'notice' | 'warning' | 'critical'
  /** The activity event of the same effect, about the same resource. */
  readonly event?: `${string}.${string}`
}

/** A workspace that a token's hash or a slug leads to. The domain registers how; what leads to none is 404. */
export interface FoundBy {
  readonly kind: string
  readonly id: `params.${string}`
}
export const foundBy = <const K extends string>(kind: K, id: FoundBy['id']) => ({ kind, id }) as const

/** Rows that are not written about one resource of one workspace. */
interface Elsewhere {
  readonly none: string
  /** The actions that they may bear. */
  readonly elsewhere: readonly Audit['action'][]
}
/** What a person does to itself is told to each workspace in which the person has a place, under these actions. */
export const recordedElsewhere = (...elsewhere: Elsewhere['elsewhere']): Elsewhere => ({
  none: 'Its rows are written in every workspace in which the person has a place.',
  elsewhere,
})

interface Common {
  readonly id: string
  readonly path: `/v1/api/${string}`
  readonly summary: string
  /**
   * Where the workspace comes from; the header, else the key's or the session's own, unless said otherwise: `path` has
   * it as `{workspaceId}`, and with `none` the handler works among people, keys and workspaces alone.
   */
  readonly workspace?: 'path' | 'none' | FoundBy
  /** Accepts `X-Client-Portal`; any other operation is refused under it. */
  readonly clientPortal?: true
  readonly access: Access
  readonly query?: TSchema
  readonly body?: TSchema | Bytes
  readonly bodyLimit?: number
  /** Unknown fields pass: wire shapes that others define. */
  readonly open?: true
  readonly errorShape?: 'openai' | 'anthropic'
  readonly replies: { readonly 200?: TSchema | Bytes | Events; readonly 201?: TSchema; readonly 202?: TSchema }
  readonly errors?: Readonly<Record<string, ErrorSpec>>
  /**
   * `Idempotency-Key` is refused (`false`) or replaced by a field of the body (`own-key`). A mutation refuses it that
   * answers with a secret, takes or gives bytes or events, or stores nothing of its effect in a workspace's transaction.
   */
  readonly replay?: false | 'own-key'
  /** `transaction`: the handler is given one. `outside`: streams, git, mail and model calls, which must not hold one open. */
  readonly effect?: 'transaction' | 'outside'
}

/** Everything but a plain read names its audit action; the rare exception says why, and whether rows are written in another way. */
export type Operation =
  | (Common & { readonly method: 'GET'; readonly audit?: Audit | Elsewhere })
  | (Common & {
      readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
      readonly audit: Audit | Elsewhere | { readonly none: string }
    })

/** Whether a request may carry an `Idempotency-Key`: any mutation but those that declare otherwise. */
export const takesIdempotencyKey = ({ method, replay }: Operation): boolean => method !== 'GET' && replay === undefined

/** Declares an operation: the one description that routes, validates, authorizes, audits, documents and tests it. */
export const operation = <const Op extends Operation>(spec: Op): Op => spec

/** A contract: the operations of one subject by name. */
export type Contract = Readonly<Record<string, Operation>>
