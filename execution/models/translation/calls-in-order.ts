import type { AnswerPart } from './answer.ts'

/** A call, or a piece of one, in a chat completion. */
export interface WireCall {
  readonly index?: number
  readonly id?: string | null
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null
}

interface OpenCall {
  readonly key: number
  readonly id: string
  readonly name: string
  input: string
  /** The part that was not passed on yet. */
  unsaid: string
  /** Its last character that is no white space. */
  last: string
  /** Its length at the last check whether it is whole. */
  judged: number
}

/**
 * Puts pieces of several calls one call after the other: the shapes of others have one open at a time. Pieces of a
 * later call wait until the input of the one before it is whole, at the latest until the stream ends.
 */
export const callsInOrder = () => {
  const calls: OpenCall[] = []
  const find = callFinder(calls)
  let at = -1
  const sayOpen = (): AnswerPart[] => {
    const open = calls[at]
    if (!open) return []
    const text = open.unsaid
    open.unsaid = ''
    return text === '' ? [] : [{ type: 'input', text }]
  }
  const goOn = (isOver: boolean): AnswerPart[] => {
    const said = sayOpen()
    while (calls[at + 1] && (at < 0 || isOver || isWhole(calls[at]!))) {
      at += 1
      const { id, name } = calls[at]!
      said.push({ type: 'call', id, name }, ...sayOpen())
    }
    return said
  }
  return {
    take: (call: WireCall): AnswerPart[] => {
      const begun = find(call)
      if (begun) add(begun, call.function?.arguments ?? '')
      return goOn(false)
    },
    end: () => goOn(true),
  }
}

const add = (begun: OpenCall, piece: string) => {
  begun.input += piece
  begun.unsaid += piece
  begun.last = piece.trimEnd().at(-1) ?? begun.last
}

/** The call that a piece belongs to. Some endpoints leave out the index, some the id, and some give each piece a name. */
const callFinder = (calls: OpenCall[]) => {
  const byKey = new Map<number, OpenCall>()
  return ({ index, id, function: made }: WireCall): OpenCall | undefined => {
    const last = calls.at(-1)
    const key = index ?? (id && id !== last?.id ? (last?.key ?? -1) + 1 : last?.key) ?? 0
    const found = byKey.get(key)
    const name = made?.name ?? ''
    if (found !== undefined || name === '') return found
    const begun: OpenCall = { key, id: id ?? `call_${key}`, name, input: '', unsaid: '', last: '', judged: 0 }
    byKey.set(key, begun)
    calls.push(begun)
    return begun
  }
}

// Each look reads all of it: looked at only when it has doubled, pieces by the thousand cost no more than a few.
const isWhole = (begun: OpenCall) => {
  if (begun.input.length <= 2 * begun.judged || begun.last !== '}') return false
  begun.judged = begun.input.length
  try {
    JSON.parse(begun.input)
    return true
  } catch {
    return false
  }
}
