import { randomUUID } from 'node:crypto'
import { jsonOf } from '../../../packages/foreign-json/index.ts'

/** A call, or a piece of a call, as in a chat completion. */
export interface WireCall {
  readonly index?: number
  readonly id?: string | null
  readonly function?: { readonly name?: string | null; readonly arguments?: unknown } | null
  /** Google's place for the signature of a thought. */
  readonly extra_content?: unknown
}

interface OpenCall {
  readonly wireId: string
  readonly id: string
  readonly at: number
  input: string
}

const newCallId = (): string => `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`

/** The id of a call; a new one for a call without. */
export const callIdOf = (id: string | null | undefined): string =>
  id === undefined || id === null || id === '' ? newCallId() : id

/**
 * Assigns each call in an answer its own index and id: pieces with the same id belong to the same call, else pieces
 * with the same index. Some endpoints leave out the index or write the same one for all, some leave ids empty, and some
 * name the call in each piece. Arguments that are an object become JSON text. A call that is as it should be stays the
 * same object.
 */
export const callMender = () => {
  const calls: OpenCall[] = []
  const byIndex = new Map<number, OpenCall>()
  const byId = new Map<string, OpenCall>()
  const begin = (index: number | undefined, wireId: string): OpenCall => {
    const id = wireId === '' || byId.has(wireId) ? newCallId() : wireId
    const begun: OpenCall = { wireId, id, at: calls.length, input: '' }
    calls.push(begun)
    if (index !== undefined) byIndex.set(index, begun)
    if (wireId !== '') byId.set(wireId, begun)
    return begun
  }
  const find = (index: number | undefined, wireId: string, isNamed: boolean): OpenCall | undefined => {
    const own = wireId === '' ? undefined : byId.get(wireId)
    if (own) return own
    const open = index === undefined ? calls.at(-1) : byIndex.get(index)
    if (!open || !isNamed) return open
    // Another id begins another call; without ids a name does, once the call before it is whole.
    const isOther = wireId === '' ? isWholeObject(open.input) : open.wireId !== ''
    return isOther ? undefined : open
  }
  return {
    /** A piece of a stream; undefined for a piece of no call. */
    take: (call: WireCall): WireCall | undefined => {
      const index = Number.isSafeInteger(call.index) ? call.index : undefined
      const wireId = call.id ?? ''
      const isNamed = (call.function?.name ?? '') !== ''
      const found = find(index, wireId, isNamed)
      if (!found && !isNamed) return undefined
      const open = found ?? begin(index, wireId)
      const text = textOf(call.function?.arguments)
      open.input += text ?? ''
      const id = found === undefined || call.id !== undefined ? open.id : undefined
      return mended(call, open.at, id, text)
    },
    /** A whole call, not a piece. */
    whole: (call: WireCall): WireCall => {
      const { at, id } = begin(undefined, call.id ?? '')
      return mended(call, call.index === undefined ? undefined : at, id, textOf(call.function?.arguments) ?? '')
    },
  }
}

const textOf = (input: unknown): string | undefined => {
  if (input === undefined || input === null) return undefined
  return typeof input === 'string' ? input : JSON.stringify(input)
}

const mended = (call: WireCall, index: number | undefined, id: string | undefined, text: string | undefined) => {
  const { function: made, ...rest } = call
  const isRight = call.index === index && call.id === id && (text === undefined || made?.arguments === text)
  if (isRight) return call
  return {
    ...rest,
    ...(index !== undefined && { index }),
    ...(id !== undefined && { id }),
    ...(made && { function: text === undefined ? made : { ...made, arguments: text } }),
  }
}

const isWholeObject = (input: string) => input.trimEnd().endsWith('}') && jsonOf(input) !== undefined
