import type { Level } from '../contract/access.ts'

export type Role = 'owner' | 'admin' | 'member' | 'client'
export type Scope = 'read' | 'write' | 'admin'
export type Source = 'web' | 'api' | 'cli' | 'chat' | 'tracker' | 'codehost' | 'webhook' | 'internal' | 'system'

/** The actor of a change, as an audit row names it. */
export interface Actor {
  readonly type: 'user' | 'api_key' | 'agent' | 'system'
  readonly id: string | null
}

/** The signed-in person, with the proofs of the session. */
export interface Person {
  readonly name: string
  readonly email: string
  readonly emailNormal: string
  readonly isVerified: boolean
}

/** The task that a run's own credential is limited to. */
export interface OwnTask {
  readonly id: string
  readonly projectId: string
  readonly runId: string
}

/** A credential that was accepted, before a workspace is chosen. */
export interface Principal {
  readonly actor: Actor
  readonly userId: string
  /** The person behind a session; a key acts for a person and proves none. */
  readonly person: Person | undefined
  /** The workspace of the credential: the key's own; for a session the requested one, else the active one. */
  readonly workspaceId: string | undefined
  /** The person's role in that workspace, if the credential's row has it. */
  readonly membershipRole: Role | undefined
  /** The person's role there, or `client` under `X-Client-Portal`. */
  readonly role: Role | undefined
  /** A key is valid only for its own workspace. */
  readonly bound: boolean
  /** A key narrows its person by scopes and, by projects if it names some; a session does not. */
  readonly scopes: readonly Scope[] | undefined
  readonly projectIds: readonly string[] | undefined
  /** An agent's credential: the task that it works on. */
  readonly task: OwnTask | undefined
  /** Whether it is a person's program that speaks the Model Context Protocol: good for operations that take programs. */
  readonly isProgram?: true
  /** The person has a membership there, which opens only to a sign-in with the company's identity provider. */
  readonly needsCompany?: true
  /** The id by which `stillGood` checks the credential again: open streams do so each second. */
  readonly credentialId: string
}

/** A caller without a workspace: a person who signed in, or an API key if the operation takes one. */
export interface Visitor extends Principal {
  readonly source: Source
}

/** A principal with its role in one workspace. */
export interface Caller extends Visitor {
  readonly workspaceId: string
  readonly membershipRole: Role
  readonly role: Role
}

export const isAgency = (role: Role): boolean => role !== 'client'
export const isAdministrator = (role: Role): boolean => role === 'owner' || role === 'admin'

const levels = ['view', 'steer', 'manage'] as const
/** Whether `held` is at least `needed`. */
export const reaches = (held: Level, needed: Level): boolean => levels.indexOf(held) >= levels.indexOf(needed)

const scopes = ['read', 'write', 'admin'] as const
/** Whether the highest of the scopes held includes the needed scope; a session holds them all. */
export const isInScope = (held: readonly Scope[] | undefined, needed: Scope): boolean =>
  held === undefined || held.some((scope) => scopes.indexOf(scope) >= scopes.indexOf(needed))
