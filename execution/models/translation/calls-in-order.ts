import { jsonOf } from '../../../packages/foreign-json/index.ts'
import type { AnswerPart } from './answer.ts'

interface CallPiece {
  /** Equal for all pieces of a call. */
  readonly key: string | number
  /** With the first piece; the call has to come back with these. */
  readonly begins?: { readonly id: string; readonly name: string; readonly seal?: string | undefined }
  readonly text?: string
  /** Whether no other piece of the call follows. */
  readonly isLast?: boolean
}

interface OpenCall extends NonNullable<CallPiece['begins']> {
  input: string
  /** The part that was not passed on yet. */
  unsaid: string
  /** Its last character that is no white space. */
  last: string
  /** Its length at the last check whether it is whole. */
  judged: number
  isDone: boolean
}

/**
 * Puts pieces of several calls one call after the other: the shapes of others have one open at a time. Pieces of a
 * later call wait until the input of the previous call is whole, at the latest until the stream ends.
 */
export const callsInOrder = () => {
  const calls: OpenCall[] = []
  const byKey = new Map<string | number, OpenCall>()
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
      const { id, name, seal } = calls[at]!
      if (seal !== undefined) said.push({ type: 'seal', of: 'chat', seal })
      said.push({ type: 'call', id, name }, ...sayOpen())
    }
    return said
  }
  return {
    take: ({ key, begins, text = '', isLast = false }: CallPiece): AnswerPart[] => {
      if (begins && !byKey.has(key)) {
        const begun = { ...begins, input: '', unsaid: '', last: '', judged: 0, isDone: false }
        byKey.set(key, begun)
        calls.push(begun)
      }
      const found = byKey.get(key)
      if (found) add(found, text)
      if (found && isLast) found.isDone = true
      return goOn(false)
    },
    /** The characters of a call so far. */
    charsOf: (key: string | number): number => byKey.get(key)?.input.length ?? 0,
    end: () => goOn(true),
  }
}

const add = (begun: OpenCall, piece: string) => {
  begun.input += piece
  begun.unsaid += piece
  begun.last = piece.trimEnd().at(-1) ?? begun.last
}

// Each look reads all of it: looked at only when it has doubled, pieces by the thousand cost no more than a few.
const isWhole = (begun: OpenCall) => {
  if (begun.isDone) return true
  if (begun.input.length <= 2 * begun.judged || begun.last !== '}') return false
  begun.judged = begun.input.length
  return jsonOf(begun.input) !== undefined
}
