import { objectType, typeOf } from './schema-type.ts'
import type { Schema, Snapshot, SnapshotAnswer, SnapshotError, SnapshotOperation } from './snapshot.ts'

const head = '// Made from the contracts of the server by `node packages/sdk/generate.ts`.\n'

/** The text of `src/records.ts`: a type for each record. */
export const recordsText = ({ records }: Snapshot): string =>
  [
    head,
    ...Object.entries(records).map(([name, schema]) =>
      schema.properties && Object.keys(schema.properties).length > 0
        ? `export interface ${name} ${objectType(schema, (other) => other, '')}\n`
        : `export type ${name} = ${typeOf(schema, (other) => other)}\n`,
    ),
  ].join('\n')

/** The text of `src/operations.ts`: the types of each operation, and the table by which they are sent. */
export const operationsText = (snapshot: Snapshot): string => {
  const all = Object.entries(snapshot.operations)
  return [
    head,
    `import type { Download, Frame } from './shapes.ts'\nimport type * as Records from './records.ts'\n`,
    `/** The version of the server whose contract this is. */\nexport const contractVersion = '${snapshot.version}'\n`,
    `/** What any operation may be refused with. */\nexport interface CommonErrors ${errorsType(snapshot.commonErrors, '')}\n`,
    `export interface Operations {\n${all.map(([id, one]) => operationType(id, one, snapshot)).join('')}}\n`,
    `/** The operations that answer with a stream of events. */\nexport type StreamId = ${streamIds(snapshot).join(' | ')}\n`,
    `// Method, path, and how it can be sent again; then what else there is to know of its body or answer.`,
    `export const table: Readonly<Record<keyof Operations, string>> = {\n${all
      .map(([id, one]) => `  ${id}: '${entryOf(id, one, snapshot)}',\n`)
      .join('')}}\n`,
  ].join('\n')
}

const streamIds = ({ operations }: Snapshot) =>
  Object.entries(operations).flatMap(([id, { answers }]) =>
    Object.values(answers).some(({ events }) => events) ? [`'${id}'`] : [],
  )

const recordName = (name: string) => `Records.${name}`
const typeIn = (schema: Schema) => typeOf(schema, recordName, '    ')

const operationType = (id: string, one: SnapshotOperation, snapshot: Snapshot): string => {
  const row = rowsOf(one, snapshot)
  const lines = [
    `input: ${inputType(one)}`,
    `answer: ${answerType(one)}`,
    ...(row ? [`row: ${typeIn(row.schema)}`] : []),
    `errors: ${errorsType(one.errors, '    ')}`,
  ]
  return `${docOf(one)}  ${id}: {\n${lines.map((line) => `    ${line}\n`).join('')}  }\n`
}

const docOf = ({ summary, deprecated }: SnapshotOperation) => {
  const lines = [summary, ...(deprecated ? [`@deprecated since ${deprecated.since}: ${deprecated.instead}`] : [])]
  const text = lines.map((line) => line.replaceAll('*/', '* /'))
  return text.length === 1 ? `  /** ${text[0]!} */\n` : `  /**\n${text.map((line) => `   * ${line}\n`).join('')}   */\n`
}

const inputType = (one: SnapshotOperation): string => {
  const params = paramsOf(one.path).map((name) => `${name}: string`)
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join('; ')} }`] : []),
    ...(one.query ? [`query${hasRequired(one.query) ? '' : '?'}: ${typeIn(one.query)}`] : []),
    ...(one.body ? [`body${one.isBodyOptional ? '?' : ''}: ${typeIn(one.body)}`] : []),
    ...(one.upload ? ['body: Blob | Uint8Array<ArrayBuffer>'] : []),
  ]
  return parts.length === 0 ? '{}' : `{ ${parts.join('; ')} }`
}

const paramsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
const hasRequired = ({ required = [] }: Schema) => required.length > 0

const answerType = ({ answers }: SnapshotOperation): string => {
  const types = Object.values(answers).flatMap(({ json, bytes, events }) => [
    ...(json ? [typeIn(json)] : []),
    ...(bytes === undefined ? [] : ['Download']),
    ...(events ? [framesType(events)] : []),
  ])
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ')
}

// Names of events by action have a dot in them.
const anyAction = ['`$', '{string}.$', '{string}`'].join('')

const framesType = (events: Readonly<Record<string, Schema>>) =>
  Object.entries(events)
    .filter(([name]) => name !== 'keepalive')
    .map(([name, data]) => `Frame<${name === '*' ? anyAction : `'${name}'`}, ${typeIn(data)}>`)
    .join(' | ')

const errorsType = (errors: Readonly<Record<string, SnapshotError>>, indent: string): string => {
  const lines = Object.entries(errors).map(([code, { status, details }]) => {
    const more = details ? `; details: ${typeOf(details, recordName, `${indent}  `)}` : ''
    return `${indent}  ${code}: { status: ${status}${more} }\n`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}${indent}}`
}

/** The rows of an operation that answers page by page, and how the next page is asked for. */
const rowsOf = (
  one: SnapshotOperation,
  { records }: Snapshot,
): { readonly schema: Schema; readonly by: string } | undefined => {
  const query = one.query?.properties ?? {}
  const answer = Object.values(one.answers)[0]?.json
  if (!answer) return undefined
  if (answer.type === 'array' && answer.items) {
    if ('cursor' in query) return { schema: answer.items, by: 'link' }
    const { properties = {} } = resolved(answer.items, records)
    return 'after' in query && 'number' in properties ? { schema: answer.items, by: 'after' } : undefined
  }
  const { properties = {} } = resolved(answer, records)
  const lists = Object.entries(properties).filter(([, { type }]) => type === 'array')
  const last = lists.at(-1)
  if (!last || !('cursor' in query) || !('nextCursor' in properties)) return undefined
  return { schema: last[1].items!, by: `in:${last[0]}` }
}

const resolved = (schema: Schema, records: Snapshot['records']): Schema =>
  schema.$ref === undefined ? schema : records[schema.$ref]!

const entryOf = (id: string, one: SnapshotOperation, snapshot: Snapshot): string => {
  const rows = rowsOf(one, snapshot)
  const session = one.upload && sessionOf(one, snapshot)
  const marks = Object.values(one.answers).flatMap((answer) => marksOf(answer))
  if (rows) marks.push(`rows:${rows.by}`)
  if (one.upload) marks.push(`upload:${one.upload[0]!}`)
  if (session !== undefined) marks.push(`session:${session}`)
  if (/['\s]/.test(one.path)) throw new Error(`The path of ${id} cannot stand in the table`)
  return [one.method, one.path, one.replay, ...new Set(marks)].join(' ')
}

const marksOf = ({ bytes, events, resumes }: SnapshotAnswer): string[] => [
  ...(bytes === undefined ? [] : ['bytes']),
  ...(events ? ['events'] : []),
  ...(resumes ? ['resumes'] : []),
  ...Object.entries(events ?? {}).flatMap(([name, { type }]) => (type === 'string' ? [`text:${name}`] : [])),
  // A stream that begins with a ready event continues until its reader leaves.
  ...(events && 'ready' in events ? ['endless'] : []),
]

/** The operation that returns how much of an upload has arrived: it reads the path that the upload writes. */
const sessionOf = ({ path, method }: SnapshotOperation, { operations }: Snapshot): string | undefined =>
  method === 'PUT'
    ? Object.entries(operations).find(([, one]) => one.path === path && one.method === 'GET')?.[0]
    : undefined
