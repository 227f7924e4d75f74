import type { Static, TSchema } from 'typebox'
import type { Declaration, Reach } from './declaration.ts'
import type { Subject } from './reads.ts'

/** The names in a path's braces. */
export type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never

/** A sentence in the place of a type: no value fits it, so the compiler prints it. */
interface Mistake<Sentence extends string> {
  readonly mistake: Sentence
}

/** The checks of a declaration beside its own type: `unknown` if all is well, else a `Mistake` for a faulty part. */
export type CheckedDeclaration<Op extends Declaration> = Declaration extends Op
  ? unknown
  : CheckedReach<Op> &
      CheckedScope<Op> &
      CheckedId<Op> &
      CheckedParameters<Op> &
      CheckedWorkspace<Op> &
      CheckedAudit<Op> &
      CheckedPublic<Op> &
      CheckedReads<Op>

type CheckedReach<Op extends Declaration> = Op['path'] extends `/v1/api/${string}`
  ? Op extends { readonly reach: Reach }
    ? unknown
    : {
        readonly reach: Mistake<'Say how programs reach it over MCP: by call, transfer, or a page where a person does it.'>
      }
  : unknown

/** A GET that is kept for people, or whose success is recorded, names the scope that a key needs. */
type CheckedScope<Op extends Declaration> = Op extends
  | { readonly method: 'GET'; readonly reach: { readonly page: string } }
  | { readonly method: 'GET'; readonly audit: { readonly action: string } }
  ? Op['access'] extends
      | { readonly scope: 'read' | 'write' }
      | { readonly session: true }
      | { readonly who: 'public' | 'administrator' }
    ? unknown
    : {
        readonly access: { readonly scope: Mistake<'Say which scope a key needs: read, or write for what gives more.'> }
      }
  : unknown

type CheckedId<Op extends Declaration> = Op['access'] extends { readonly on: { readonly id: infer Id extends string } }
  ? Op['access']['who'] extends 'public' | 'signed-in'
    ? { readonly access: { readonly who: Mistake<'A resource is for callers with a place in its workspace.'> } }
    : CheckedPlace<Op, Id>
  : unknown

type CheckedPlace<Op extends Declaration, Id extends string> =
  IdFault<Op, Id> extends never
    ? CheckedMissing<Op, Id, Op['access']['on']>
    : { readonly access: { readonly on: { readonly id: Mistake<IdFault<Op, Id>> } } }

/** The fault of an id's place; `never` if the id is declared. */
type IdFault<Op extends Declaration, Id extends string> = Id extends `params.${infer Name}`
  ? Name extends PathNames<Op['path']>
    ? never
    : `The path ${Op['path']} has no {${Name}}.`
  : Id extends `${infer Part extends 'query' | 'body'}.${infer Name}`
    ? Name extends keyof Fields<Op, Part>
      ? NonNullable<Fields<Op, Part>[Name]> extends string
        ? never
        : `${Id} is not a string, so it is no id.`
      : `The ${Part} declares no ${Name}.`
    : `Write params., query. or body. and the name.`

type Fields<Op, Part extends 'query' | 'body'> =
  Op extends Readonly<Record<Part, infer Schema extends TSchema>> ? Static<Schema> : object

type CheckedMissing<Op extends Declaration, Id extends string, On> =
  IsOptional<Op, Id> extends true
    ? On extends { readonly whenMissing: string }
      ? unknown
      : {
          readonly access: {
            readonly on: { readonly whenMissing: Mistake<`${Id} is optional: say what a request without it is about.`> }
          }
        }
    : On extends { readonly whenMissing: string }
      ? {
          readonly access: {
            readonly on: { readonly whenMissing: Mistake<`${Id} is required, so it is never missing.`> }
          }
        }
      : unknown

type IsOptional<
  Op extends Declaration,
  Id extends string,
> = Id extends `${infer Part extends 'query' | 'body'}.${infer Name}`
  ? Fields<Op, Part> extends Readonly<Record<Name, string>>
    ? false
    : true
  : false

type CheckedParameters<Op extends Declaration> = Op['access'] extends {
  readonly agencyParameters: readonly (infer Name extends string)[]
}
  ? Exclude<Name, keyof Fields<Op, 'query'>> extends never
    ? unknown
    : {
        readonly access: {
          readonly agencyParameters: Mistake<`The query declares no ${Exclude<Name, keyof Fields<Op, 'query'>>}.`>
        }
      }
  : unknown

type CheckedWorkspace<Op extends Declaration> = Op extends { readonly workspace: infer Workspace }
  ? Workspace extends 'path'
    ? 'workspaceId' extends PathNames<Op['path']>
      ? unknown
      : { readonly workspace: Mistake<`The path ${Op['path']} has no {workspaceId}.`> }
    : Workspace extends { readonly id: `params.${infer Name}` }
      ? Name extends PathNames<Op['path']>
        ? unknown
        : { readonly workspace: { readonly id: Mistake<`The path ${Op['path']} has no {${Name}}.`> } }
      : unknown
  : unknown

type CheckedAudit<Op extends Declaration> = Op['access']['who'] extends 'public'
  ? unknown
  : Op extends { readonly audit: { readonly action: string } | { readonly refusals: string } }
    ? unknown
    : { readonly audit: { readonly refusals: Mistake<"Name the action of a refusal, as { refusals: 'cycle.list' }."> } }

type CheckedPublic<Op extends Declaration> = Op['access'] extends { readonly who: 'public' }
  ? (Op extends { readonly workspace: 'none' | object }
      ? unknown
      : { readonly workspace: Mistake<'This operation is public: say where the workspace comes from, or none.'> }) &
      (Op extends { readonly audit: { readonly action: string } }
        ? { readonly audit: Mistake<'This operation is public, so its row has no actor: use recordedElsewhere().'> }
        : unknown) &
      (Op extends { readonly workspace: 'none'; readonly effect?: 'transaction' }
        ? { readonly effect: Mistake<"Without a workspace it has no transaction: use effect: 'outside'."> }
        : unknown)
  : unknown

type CheckedReads<Op extends Declaration> = Op extends { readonly reads: infer Read extends object }
  ? Exclude<keyof Read, Subject> extends never
    ? unknown
    : { readonly reads: Mistake<`No event has the subject ${Exclude<keyof Read, Subject> & string}.`> }
  : unknown
