/** The caller, before any look-up. The agency: owners, administrators, members; participants: these and clients. */
export type Who = 'public' | 'signed-in' | 'participant' | 'agency' | 'administrator'

/** Rights that a grant allows on a project; each level includes the previous levels. */
export type Level = 'view' | 'steer' | 'manage'

/**
 * Every kind of resource that an operation can name, with its parent. A domain adds its own in its contract: `declare
 * module '…/platform/contract/access.ts' { interface Kinds { cycle: 'project' } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Kinds {}

/** The kinds that belong to a project, or to the workspace itself. */
export type KindOf<Owner extends 'project' | 'workspace'> = {
  [Kind in keyof Kinds]: Kinds[Kind] extends Owner ? Kind : never
}[keyof Kinds]

/** Every kind of token or slug that leads to a workspace. A domain adds its own as it does with `Kinds`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface WorkspaceKeys {}

/** Where a request has an id: `params.id`, `query.projectId`, `body.projectId`. */
type IdPath = `${'params' | 'query' | 'body'}.${string}`

/** A resource of a project: the caller needs this level on the project. */
export interface OnProject {
  readonly kind: KindOf<'project'>
  readonly id: IdPath
  readonly needs: Level
  readonly clients?: never
  /** For an optional id, the resource of a request without it: the workspace, as far as the caller sees it. */
  readonly whenMissing?: 'workspace'
  /**
   * The answer to a caller without that level, if the specification requires it: the same as for a missing resource.
   */
  readonly short?: 404
  /** The handler answers for an id that this workspace does not have. */
  readonly absent?: 'handler'
}

/** A resource of the workspace itself, which has no levels: the caller has to see it. */
interface OnWorkspace {
  readonly kind: KindOf<'workspace'>
  readonly id: IdPath
  /** A client is refused with 403 for any id, known or not, if the specification requires it. */
  readonly clients?: 403
  readonly needs?: never
  readonly short?: never
  readonly whenMissing?: never
  readonly absent?: never
}

export type On = OnProject | OnWorkspace

/** The callers of an operation, and the resource that they need a right on. */
export interface Access {
  readonly who: Who
  readonly on?: On | undefined
  /** An API key will not do: a person's own session is needed. */
  readonly session?: true
  /** Changes nothing of the project itself, or is how one gets out: taken of an archived project too. */
  readonly archived?: 'taken'
  /** A key may come as the password of HTTP Basic (RFC 7617), under any user name. */
  readonly basic?: true
  /** Takes the access token of a connected program; every other operation takes it only from this server's own calls. */
  readonly programs?: true
  /**
   * The scope that a key needs if the method does not imply it: `read` for a POST that changes nothing. A GET whose
   * success is recorded, or that a person does on a page, names one: `write` for clear values, a shell or an export for
   * others.
   */
  readonly scope?: 'read' | 'write'
  /** On the allowlist of task-scoped credentials; every other operation answers them 404. */
  readonly task?: true
  /** Parameters that only the agency may name. */
  readonly agencyParameters?: readonly string[]
}

/** Access for these callers, limited to callers who see the workspace's resource if one is named. */
export const to = <const W extends Who, const O extends readonly [] | readonly [OnWorkspace]>(who: W, ...[on]: O) =>
  ({ who, ...(on && { on }) }) as { readonly who: W } & (O extends readonly [infer One] ? { readonly on: One } : object)

/** A resource of the workspace: `to('administrator', resource('member', 'params.userId'))`. */
export const resource = <const K extends KindOf<'workspace'>, const I extends IdPath>(kind: K, id: I) =>
  ({ kind, id }) as const

/** A resource of the workspace that clients are refused with 403, for any id. */
export const resourceWithoutClients = <const K extends KindOf<'workspace'>, const I extends IdPath>(kind: K, id: I) =>
  ({ kind, id, clients: 403 }) as const

/** Access for participants with this level on the resource's project: `toThoseWho('view', 'cycle', 'params.id')`. */
export const toThoseWho = <const L extends Level, const K extends KindOf<'project'>, const I extends IdPath>(
  needs: L,
  kind: K,
  id: I,
) => ({ who: 'participant', on: { kind, id, needs } }) as const

/** Access for the agency, if it has this level on the resource's project. */
export const toAgencyWho = <const L extends Level, const K extends KindOf<'project'>, const I extends IdPath>(
  needs: L,
  kind: K,
  id: I,
) => ({ who: 'agency', on: { kind, id, needs } }) as const

/** A workspace that a token's hash or a slug leads to. The domain registers how; what leads to none is 404. */
export interface WorkspaceLookup {
  readonly kind: keyof WorkspaceKeys
  readonly id: `params.${string}`
}
export const foundBy = <const K extends WorkspaceLookup['kind'], const I extends WorkspaceLookup['id']>(
  kind: K,
  id: I,
) => ({ kind, id }) as const

/** Whether the operation changes something of a project, so that it is refused while that is archived. */
export const changesProject = (method: string, { on, archived }: Access): boolean =>
  method !== 'GET' && on?.needs !== undefined && archived !== 'taken'
