import type { Operation } from '../../../platform/contract/index.ts'
import type { UntypedInput } from '../../../platform/client/index.ts'
import type { Client, Input, Reply } from '../client/client.ts'
import type { Run } from './command-table.ts'
import { usage } from '../failure.ts'
import type { Session } from '../session.ts'

/** A part of an input whose fields may be undefined, which are then not sent. */
type Loose<Part> = Part extends object ? { readonly [Field in keyof Part]: Part[Field] | undefined } : Part

type LooseInput<Op extends Operation> = {
  readonly [Part in keyof Input<Op>]: Part extends 'params' ? Input<Op>[Part] : Loose<NonNullable<Input<Op>[Part]>>
}

type Field<Op extends Operation> = string &
  (keyof NonNullable<Input<Op>['query']> | AllKeys<NonNullable<Input<Op>['body']>>)
type AllKeys<Part> = Part extends object ? keyof Part : never

type Text = string | readonly string[] | undefined

/** The columns of a command that calls one operation: its input, and the text of its answer. */
interface Columns<Op extends Operation> {
  /** The fields of the body or query that the arguments after the path's are. */
  readonly fields?: readonly Field<Op>[]
  /** The fields of options that are named otherwise. */
  readonly options?: Readonly<Record<string, Field<Op>>>
  /** The refusal of a command without options, if only options change something. */
  readonly change?: string
  /** The input, if it is more than arguments and options; without parameters, the arguments are the path's. */
  readonly input?: (session: Session, ...given: never[]) => LooseInput<Op> | Promise<LooseInput<Op>>
  /** Finds the id that the first argument names. */
  readonly find?: (client: Client, named: string) => Promise<string>
  /** The lines of one row of a list. */
  readonly each?: (row: Reply<Op> extends (infer Row)[] ? Row : never) => Text
  /** Reads every page of a list. */
  readonly every?: true
  /** The sentence about a list without rows. */
  readonly none?: string
  /** The file that takes the bytes of an answer; standard output without its name. */
  readonly out?: (...given: never[]) => string | undefined
  /** The lines of the answer. */
  readonly print?: (reply: Reply<Op>, ...given: never[]) => Text
  /** The sentences about the answer, on standard error. */
  readonly say?: string | ((reply: Reply<Op>, ...given: never[]) => Text)
}

/** The columns of any operation, whose functions take the values of their own operation only. */
interface UntypedColumns extends Pick<Columns<Operation>, 'change' | 'find' | 'every' | 'none'> {
  readonly fields?: readonly string[]
  readonly options?: Readonly<Record<string, string>>
  readonly input?: (session: Session, ...given: unknown[]) => UntypedInput | Promise<UntypedInput>
  readonly each?: (row: unknown) => Text
  readonly out?: (...given: unknown[]) => string | undefined
  readonly print?: (reply: unknown, ...given: unknown[]) => Text
  readonly say?: string | ((reply: unknown, ...given: unknown[]) => Text)
}

type IdIn<Contract> = { [Id in keyof Contract]: Contract[Id] extends Operation ? Id : never }[keyof Contract]
type OperationIn<Contract, Id extends keyof Contract> = Extract<Contract[Id], Operation>

/** The operations of a contract as commands, by their ids. It is loaded when one of them runs. */
export const operationsOf =
  <Contract extends object>(load: () => Promise<Contract>) =>
  <Id extends IdIn<Contract>>(id: Id, columns: Columns<OperationIn<Contract, Id>> = {}): Run => {
    const untyped = columns as unknown as UntypedColumns
    return async (session, ...given) => {
      const operation = (await load())[id] as Operation
      const client = await session.client()
      const input = (await inputOf(session, operation, untyped, given)) as Input<Operation>
      if (untyped.out) {
        const { download } = await import('../files/download.ts')
        await download(session, client.url, await client.open(operation, input), untyped.out(...given))
        return
      }
      const reply: unknown = untyped.every
        ? await Array.fromAsync(client.every(operation, input))
        : await client.call(operation, input)
      show(session, untyped, reply, given)
    }
  }

const inputOf = async (
  session: Session,
  { path, body }: Operation,
  { find, input, fields: named = [], options: renamed = {}, change }: UntypedColumns,
  given: readonly unknown[],
): Promise<UntypedInput> => {
  const last = given.at(-1)
  const options = typeof last === 'object' && last !== null && !Array.isArray(last) ? Object.entries(last) : []
  if (change !== undefined && options.length === 0) throw usage(change)
  const sent = await input?.(session, ...given)
  if (sent?.params) return sent
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const first = find && (await find(await session.client(), String(given[0])))
  const params = Object.fromEntries(names.map((name, at) => [name, at === 0 && first ? first : String(given[at])]))
  if (sent) return { ...sent, params }
  const fields = [
    ...named.map((name, at): [string, unknown] => [name, given[names.length + at]]),
    ...options.map(([name, value]): [string, unknown] => [renamed[name] ?? name, value]),
  ]
  const sentFields = Object.fromEntries(fields) as Record<string, string>
  return { params, ...(body ? { body: sentFields } : { query: sentFields }) }
}

const show = (
  { output }: Session,
  { each, none, print, say }: UntypedColumns,
  reply: unknown,
  given: readonly unknown[],
): void => {
  output.document(reply)
  const rows = each && (reply as readonly unknown[]).map((row) => each(row) ?? [])
  for (const line of (rows ?? [print?.(reply, ...given) ?? []]).flat()) output.print(line)
  const sentences = typeof say === 'function' ? say(reply, ...given) : say
  for (const line of [sentences ?? []].flat()) output.say(line)
  if (none !== undefined && (reply as readonly unknown[]).length === 0) output.say(none)
}
