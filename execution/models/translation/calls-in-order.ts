import type { Said } from './answer.ts'

/** A call, or a piece of one, in a chat completion. */
export interface WireCall {
  readonly index?: number
  readonly id?: string | null
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null
}

interface Begun {
  readonly key: number
  readonly id: string
  readonly name: string
  input: string
  /** How much of it was said. */
  said: number
}

/**
 * Puts pieces of several calls one call after the other: the shapes of others have one open at a time. Pieces of a
 * later call wait until the input of the one before it is whole, at the latest until the stream ends.
 */
export const callsInOrder = () => {
  const calls: Begun[] = []
  let at = -1
  const sayOpen = (): Said[] => {
    const open = calls[at]
    if (!open) return []
    const text = open.input.slice(open.said)
    open.said = open.input.length
    return text === '' ? [] : [{ type: 'input', text }]
  }
  const goOn = (isOver: boolean): Said[] => {
    const said = sayOpen()
    while (calls[at + 1] && (at < 0 || isOver || isWhole(calls[at]!.input))) {
      at += 1
      const { id, name } = calls[at]!
      said.push({ type: 'call', id, name }, ...sayOpen())
    }
    return said
  }
  return {
    take: (call: WireCall): Said[] => {
      const begun = begunFor(calls, call)
      if (begun) begun.input += call.function?.arguments ?? ''
      return goOn(false)
    },
    end: () => goOn(true),
  }
}

/** The call that a piece belongs to. Some endpoints leave out the index, some the id, and some give each piece a name. */
const begunFor = (calls: Begun[], { index, id, function: made }: WireCall): Begun | undefined => {
  const last = calls.at(-1)
  const key = index ?? (id && id !== last?.id ? (last?.key ?? -1) + 1 : last?.key) ?? 0
  const found = calls.find((call) => call.key === key)
  const name = made?.name ?? ''
  if (found !== undefined || name === '') return found
  const begun: Begun = { key, id: id ?? `call_${key}`, name, input: '', said: 0 }
  calls.push(begun)
  return begun
}

const isWhole = (input: string) => {
  if (!input.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(input)
    return true
  } catch {
    return false
  }
}
