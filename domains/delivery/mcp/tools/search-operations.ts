import { Type } from 'typebox'
import { takesIdempotencyKey, type Operation } from '../../../../platform/contract/index.ts'
import { nearestOperations } from '../nearest-operations.ts'
import { isForPeople } from '../for-people.ts'
import { tool } from '../tool.ts'

const shownMost = 12
/** So few come with their schemas. */
const describedMost = 2
const schemaMostChars = 12_000

export const searchOperations = tool({
  name: 'search_operations',
  description: 'Find operations of the API by words. An exact id returns its schema.',
  schema: Type.Object({ query: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }),
  isReadOnly: true,
  run: async ({ query }, { operations }) => {
    const exact = operations.find(({ id }) => id === query.trim())
    const found = exact ? [exact] : nearestOperations(operations, query, shownMost)
    if (found.length === 0)
      return {
        text: 'No operation fits these words. Try the name of a thing, such as cycle, task, project or invoice.',
      }
    if (found.length <= describedMost) return { text: found.map(descriptionOf).join('\n\n') }
    return { text: [...found.map(lineOf), 'Search for an id to get its schema.'].join('\n') }
  },
})

const lineOf = (operation: Operation) => `${operation.id}: ${operation.summary}${reachText(operation)}`

const reachText = (operation: Operation) => {
  const { reach } = operation
  if (isForPeople(operation)) return ' (a person does it in the console)'
  if (reach === 'transfer') return ' (bytes or a stream, at its address)'
  return typeof reach === 'object' ? ` (a person sets ${(reach.fields ?? []).join(', ')})` : ''
}

const descriptionOf = (operation: Operation) => {
  const { path, method, query, body } = operation
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return [
    lineOf(operation),
    `${method} ${path}`,
    ...(params.length > 0 ? [`params: ${params.join(', ')}`] : []),
    ...(query ? [`query: ${schemaText(query)}`] : []),
    ...(body && !('bytes' in body) ? [`body: ${schemaText(body)}`] : []),
    ...(takesIdempotencyKey(operation) ? ['Takes idempotencyKey.'] : []),
  ].join('\n')
}

const schemaText = (schema: object) => {
  const text = JSON.stringify(schema)
  return text.length <= schemaMostChars
    ? text
    : `${text.slice(0, schemaMostChars)}… The whole is in /v1/api/openapi.json.`
}
