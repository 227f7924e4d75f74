import type { ValidateFunction } from 'ajv'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import type { Operation } from '../../../platform/contract/index.ts'
import { fieldsOf } from '../../../platform/http/requests/check-value.ts'
import { openAjv } from '../../../platform/validation/ajv.ts'
import type { CallerApi } from './caller-api.ts'

/** The parts of tools while they answer one message. */
export interface ToolContext {
  readonly api: CallerApi
  readonly operations: readonly Operation[]
  readonly linkTo: (path: string) => string
  /** Aborts when the client has gone. */
  readonly signal: AbortSignal
}

/** A tool's answer, for a model to read. */
export interface ToolReply {
  readonly text: string
  readonly isError?: true
}

export interface Tool {
  readonly name: string
  readonly description: string
  readonly schema: TSchema
  /** True if the tool changes nothing, so that clients may run it without asking. */
  readonly isReadOnly: boolean
  /** Runs the tool with arguments as a model wrote them; the answer to wrong ones names each field. */
  run(input: unknown, context: ToolContext): Promise<ToolReply>
}

interface Definition<P extends TProperties> extends Omit<Tool, 'run' | 'schema'> {
  readonly properties: P
  run(input: Static<TObject<P>>, context: ToolContext): Promise<ToolReply>
}

const ajv = openAjv({})

/** A tool whose arguments are checked by its schema, which is compiled at the first call. */
export const tool = <P extends TProperties>({ run, properties, ...listed }: Definition<P>): Tool => {
  const schema = Type.Object(properties, { additionalProperties: false })
  let compiled: ValidateFunction | undefined
  return {
    ...listed,
    schema,
    run: async (input, context) => {
      compiled ??= ajv.compile(schema)
      if (compiled(input)) return run(input as Static<TObject<P>>, context)
      const faults = fieldsOf(compiled.errors)
      return wrongFields(faults.map(({ path, message }) => `${path === '' ? 'the arguments' : path}: ${message}`))
    },
  }
}

/** The answer that names wrong arguments; nothing was called. */
export const wrongFields = (lines: readonly string[]): ToolReply =>
  failure(['The arguments do not fit. Nothing was called.', ...lines.slice(0, 20)].join('\n'))

/** The answer of a tool that did not do its work. */
export const failure = (text: string): ToolReply => ({ text, isError: true })
