import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Operation } from '../../../../platform/contract/index.ts'
import type { UntypedInput } from '../../../../platform/client/index.ts'
import type { Input } from '../../client/client.ts'
import { atelier } from '../../program/command.ts'
import { absent, usage } from '../../failure.ts'
import { readJson } from '../../files/json-file.ts'
import type { Session } from '../../session.ts'
import { printable, printableLines } from '../../terminal/text.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** A field of a path, a query or a body. */
interface Field {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string | undefined
  readonly schema: Schema
}

/** An operation in the OpenAPI document of a server. */
interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Field[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface OperationRef {
  readonly method: string
  readonly path: string
  readonly described: Described
  readonly fields: readonly Field[]
  /** The media type of the body; undefined without a body. */
  readonly bodyType: string | undefined
}

export interface CallOptions {
  readonly help?: boolean
  readonly body?: string
  readonly out?: string
}

// As much of a contract as the client needs: the document of the server has the rest.
const documentAt = { method: 'GET', path: '/v1/api/openapi.json', replies: {} } as unknown as Operation

/** `atelier call`: calls an operation of the server by its id; with `--help` it prints the fields of its contract. */
export const callOperation = async (
  session: Session,
  id: string,
  words: readonly string[],
  { help = false, body, out }: CallOptions,
): Promise<void> => {
  const client = await session.client()
  const document: unknown = await client.call(documentAt)
  const found = operationIn(document as Document, id)
  if (help) {
    session.output.show({ method: found.method, path: found.path, ...found.described }, helpOf(found))
    return
  }
  const input = { ...inputOf(found, words), ...(body !== undefined && (await bodyIn(session, found, body))) }
  const bytes = found.bodyType === undefined ? {} : { body: isJson(found.bodyType) ? {} : { bytes: found.bodyType } }
  const operation = { method: found.method, path: found.path, replies: {}, ...bytes } as unknown as Operation
  const replies = Object.entries(found.described.responses).filter(([status]) => status.startsWith('2'))
  if (replies.every(([, { content = {} }]) => Object.keys(content).every(isJson))) {
    const reply: unknown = await client.call(operation, input as Input<Operation>)
    session.output.show(reply, printableLines(JSON.stringify(reply, undefined, 2)))
    return
  }
  const { download } = await import('../../files/download.ts')
  await download(session, client.url, await client.open(operation, input as Input<Operation>), out)
}

const isJson = (mediaType: string) => mediaType === 'application/json'

const operationIn = ({ paths, components }: Document, id: string): OperationRef => {
  const resolved = (schema: Schema): Schema =>
    schema.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1)!]!
  for (const [path, methods] of Object.entries(paths))
    for (const [method, described] of Object.entries(methods)) {
      if (described.operationId !== id) continue
      const [[bodyType, content] = []] = Object.entries(described.requestBody?.content ?? {})
      const { properties = {}, required = [] } = content && isJson(bodyType!) ? resolved(content.schema) : {}
      const inBody = Object.entries(properties).map(([name, schema]) => {
        return { name, in: 'body', required: required.includes(name), description: schema.description, schema }
      })
      const fields = [...described.parameters.filter((one) => one.in !== 'header'), ...inBody].map((field) => {
        return { ...field, schema: resolved(field.schema) }
      })
      return { method: method.toUpperCase(), path, described, fields, bodyType }
    }
  throw absent('no_operation', `The server has no operation ${printable(id)}. ${atelier} open docs lists them.`)
}

const helpOf = ({ method, path, described, fields, bodyType }: OperationRef): readonly string[] => {
  const { operationId, summary, description } = described
  const nameChars = Math.max(0, ...fields.map(({ name }) => name.length))
  const line = ({ name, required = false, schema, description: meaning }: Field) => {
    const facts = `${kindOf(schema)}${required ? ', required' : ''}${meaning === undefined ? '' : `: ${meaning}`}`
    return `  ${name.padEnd(nameChars)}  ${printable(facts)}`
  }
  return [
    `Usage: ${atelier} call ${operationId}${fields.length > 0 ? ' <field=value...>' : ''}`,
    '',
    `${method} ${path}`,
    printable(summary),
    printable(description),
    ...(fields.length > 0 ? ['', 'Fields:', ...fields.map(line)] : []),
    ...(bodyType === undefined ? [] : ['', `--body <file> is sent as ${printable(bodyType)}.`]),
  ]
}

const kindOf = ({ enum: words, anyOf, type, items }: Schema): string => {
  if (words) return words.join(' | ')
  if (anyOf) return anyOf.map(kindOf).join(' | ')
  if (items) return 'list'
  return type === 'string' ? 'text' : (type ?? 'object')
}

const inputOf = ({ fields, described }: OperationRef, words: readonly string[]): UntypedInput => {
  const values: Record<string, Record<string, unknown>> = {}
  for (const word of words) {
    const at = word.indexOf('=')
    const field = fields.find(({ name }) => name === word.slice(0, at))
    if (at < 1 || !field)
      throw usage(`“${printable(word)}” is no field. ${atelier} call ${described.operationId} --help lists them.`)
    const part = (values[field.in] ??= {})
    part[field.name] = field.in === 'body' ? valueOf(field, word.slice(at + 1)) : word.slice(at + 1)
  }
  const { path = {}, query, body } = values as Record<string, Record<string, string>>
  const missing = fields.filter((field) => field.in === 'path' && path[field.name] === undefined)
  if (missing.length > 0) throw usage(`It needs ${missing.map(({ name }) => `${name}=…`).join(' ')}`)
  return { params: path, ...(query && { query }), ...(body && { body }) }
}

/** A value of a body: text as it is where the contract takes text, else JSON. */
const valueOf = ({ name, schema }: Field, text: string): unknown => {
  const kinds = [schema, ...(schema.anyOf ?? [])].map(({ type }) => type)
  if (kinds.includes('string') && !(kinds.includes('null') && text === 'null')) return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    if (kinds.includes(undefined)) return text
    throw usage(`${name} is ${printable(text)}. Give it as JSON: ${kindOf(schema)}.`)
  }
}

const bodyIn = async ({ cwd }: Session, { bodyType }: OperationRef, file: string): Promise<UntypedInput> => {
  if (bodyType === undefined) throw usage('This operation takes no body.')
  const path = resolve(cwd, file)
  if (isJson(bodyType)) return { body: await readJson<unknown>(path, 'It is the body of the request.') }
  const { size } = await stat(path)
  return { body: { content: createReadStream(path), sizeBytes: size, mediaType: bodyType } }
}
