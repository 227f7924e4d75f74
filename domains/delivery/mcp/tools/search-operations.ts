import { Type } from 'typebox'
import { takesIdempotencyKey, type Operation } from '../../../../platform/contract/index.ts'
import { isForPeople } from '../for-people.ts'
import { tool } from '../tool.ts'

const shownMost = 12
/** The most operations that an answer lists with their schemas. */
const describedMost = 2
const schemaMostChars = 12_000

export const searchOperations = tool({
  name: 'search_operations',
  description: 'Find operations of the API by words. An exact id returns its schema.',
  properties: { query: Type.String({ minLength: 1, maxLength: 200 }) },
  isReadOnly: true,
  run: async ({ query }, { operations }) => {
    const exact = operations.find(({ id }) => id === query.trim())
    const found = exact ? [exact] : nearestOperations(operations, query, shownMost)
    if (found.length === 0) return { text: noneFits }
    if (found.length <= describedMost) return { text: found.map(descriptionOf).join('\n\n') }
    return { text: [...found.map(lineOf), 'Search for an id to get its schema.'].join('\n') }
  },
})

const noneFits = 'No operation fits these words. Try the name of a thing, such as cycle, task, project or invoice.'

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

/** The operations that fit most of the words, best first; none if no word fits. */
export const nearestOperations = (
  operations: readonly Operation[],
  query: string,
  most: number,
): readonly Operation[] => {
  const words = wordsOf(query)
  return operations
    .map((operation) => ({ operation, score: scoreOf(operation, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ operation }) => operation)
}

/** Words in small letters, without the s of a plural. `listCycleEvents` has three. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
    .filter((word) => word !== '')

const points = { id: 4, path: 2, summary: 1 } as const

const scoreOf = ({ id, path, summary }: Operation, words: readonly string[]) => {
  const ofId = wordsOf(id)
  const ofPath = wordsOf(path)
  const ofSummary = wordsOf(summary)
  const score = words.reduce((sum, word) => {
    const inId = ofId.includes(word) ? points.id : 0
    const inPath = ofPath.includes(word) ? points.path : 0
    const inSummary = ofSummary.some((one) => one.startsWith(word)) ? points.summary : 0
    return sum + inId + inPath + inSummary
  }, 0)
  // If two fit alike, the operation with fewer other words is meant.
  return score === 0 ? 0 : score - ofId.length / 10
}
