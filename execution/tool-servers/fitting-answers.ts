import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { isObject, type Json } from './mended-messages.ts'
import type { Sdk } from './sdk.ts'

/** A tool that is not offered, and the reason, as a sentence for people. The words of its server are in it. */
export interface LeftOutTool {
  readonly name: string
  readonly reason: string
}

const pagesMost = 10
const toolsMost = 1_000
const nameMostChars = 100
// All schemas of a page are judged in the thread that serves.
const valuesMost = 50_000
const depthMost = 100

/**
 * Makes answers of a server fit the protocol before the library judges them, which takes an answer whole or not at all:
 * calls `onLeftOut` with odd tools of a list, names odd blocks of a result in their place. For a transport that is
 * connected.
 */
export const fitAnswers = (sdk: Sdk, transport: Transport, onLeftOut: (tool: LeftOutTool) => void): void => {
  const take = transport.onmessage
  let pages = 0
  transport.onmessage = (message, extra) => {
    const result = resultOf(message)
    if (result && Array.isArray(result.tools)) {
      pages += 1
      const list = fittingList(sdk, result, result.tools)
      list.leftOut.forEach(onLeftOut)
      if (pages === pagesMost && list.result.nextCursor !== undefined)
        onLeftOut({ name: 'further pages', reason: `at most ${pagesMost} pages of tools are read` })
      take?.(withResult(message, pages < pagesMost ? list.result : { ...list.result, nextCursor: undefined }), extra)
    } else if (result && ['content', 'structuredContent', 'toolResult'].some((field) => field in result))
      take?.(withResult(message, fittingResult(sdk, result)), extra)
    else take?.(message, extra)
  }
}

const resultOf = (message: JSONRPCMessage): Json | undefined =>
  'result' in message && isObject(message.result) ? message.result : undefined

const withResult = <T extends JSONRPCMessage>(message: T, result: Json): T => ({ ...message, result })

/** A page of tools that fits the protocol, with name, description and input schema of each, and the odd ones. */
export const fittingList = (
  sdk: Pick<Sdk, 'isSpecType'>,
  { nextCursor, ttlMs, cacheScope, resultType }: Json,
  tools: readonly unknown[],
): { readonly result: Json; readonly leftOut: readonly LeftOutTool[] } => {
  const leftOut: LeftOutTool[] = []
  let valuesLeft = valuesMost
  const fitting = tools.slice(0, toolsMost).flatMap((tool, at) => {
    const { name, description, inputSchema } = isObject(tool) ? tool : {}
    const values = valuesIn(inputSchema, valuesLeft)
    const isTooLarge = values > valuesLeft
    if (!isTooLarge) valuesLeft -= values
    const reason = isTooLarge ? tooLarge : oddityOf(sdk, { name, description, inputSchema })
    if (reason === undefined) return [{ name, description, inputSchema }]
    leftOut.push({ name: typeof name === 'string' ? name.slice(0, nameMostChars) : `tool ${at + 1}`, reason })
    return []
  })
  if (tools.length > toolsMost)
    leftOut.push({ name: 'further tools', reason: `at most ${toolsMost} tools of a page are read` })
  return {
    leftOut,
    result: {
      tools: fitting,
      resultType: typeof resultType === 'string' ? resultType : 'complete',
      ttlMs: Number.isInteger(ttlMs) && Number(ttlMs) >= 0 ? ttlMs : 0,
      cacheScope: cacheScope === 'public' ? cacheScope : 'private',
      // Some servers write no cursor as null or as an empty text.
      ...(typeof nextCursor === 'string' && nextCursor !== '' && { nextCursor }),
    },
  }
}

const tooLarge = 'its input schema is too large, or the schemas of the list together are'

/** How many values a schema has: more than `most` if it has more, or has them too deep. */
const valuesIn = (value: unknown, most: number, depth = 0): number => {
  if (typeof value !== 'object' || value === null) return 1
  if (depth > depthMost) return most + 1
  let count = 1
  for (const part of Object.values(value)) {
    if (count > most) break
    count += valuesIn(part, most - count, depth + 1)
  }
  return count
}

const schemas = new Ajv2020({ strict: false, logger: false })

const oddityOf = ({ isSpecType }: Pick<Sdk, 'isSpecType'>, { name, description, inputSchema }: Json) => {
  if (typeof name !== 'string' || name === '') return 'it has no name'
  if (description !== undefined && typeof description !== 'string') return 'its description is no text'
  if (!isObject(inputSchema) || inputSchema.type !== 'object') return 'its input schema is not one of an object'
  // Providers of models refuse every tool of a request for a single invalid schema.
  const { $schema: _schema, ...schema } = inputSchema
  const isSchema = schemas.validateSchema(schema) === true
  return isSchema && isSpecType.Tool({ name, description, inputSchema }) ? undefined : 'its input schema is not valid'
}

/** A result of a tool that fits the protocol: blocks of no known form are texts that name them. */
export const fittingResult = (
  { isSpecType }: Pick<Sdk, 'isSpecType'>,
  { content, structuredContent, toolResult, isError, resultType }: Json,
): Json => {
  const blocks = listOf(content).map((block: unknown) => {
    if (typeof block === 'string') return { type: 'text', text: block }
    if (!isObject(block)) return leftOutBlock('A block')
    // Hints for displaying a block are not read here.
    const { annotations: _annotations, _meta, icons: _icons, ...known } = block
    if (isSpecType.ContentBlock(known)) return known
    return leftOutBlock(typeof known.type === 'string' ? known.type.slice(0, nameMostChars) : 'A block')
  })
  // The first version of the protocol had the whole answer in `toolResult`.
  const value = structuredContent ?? toolResult ?? undefined
  if (blocks.length === 0 && value !== undefined)
    blocks.push({ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) })
  return {
    content: blocks,
    isError: isError === true,
    ...(typeof resultType === 'string' && { resultType }),
  }
}

/** Content is a list; some servers write one block or one text. */
const listOf = (content: unknown): readonly unknown[] => {
  if (Array.isArray(content)) return content
  return content === undefined || content === null || content === '' ? [] : [content]
}

const leftOutBlock = (what: string) => ({ type: 'text', text: `[${what}, of no known form, not shown]` }) as const
