import type { Usage } from '../price.ts'
import { type Stop, stopOfWord } from '../shapes/ends.ts'
import type { Origin } from './conversation.ts'

/** An answer, piece by piece, in the endpoint's order. */
export type AnswerPart =
  | { readonly type: 'text' | 'thought'; readonly text: string }
  /** Ends a thought; one without words begins with it. */
  | { readonly type: 'seal'; readonly of: Origin; readonly seal: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string }
  /** A part of the call that began last. */
  | { readonly type: 'input'; readonly text: string }
  | { readonly type: 'stop'; readonly stop: Stop }

/** A part of an answer in progress, with its content so far. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'thought'
      readonly text: string
      readonly of?: Origin | undefined
      readonly seal?: string | undefined
    }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: string }

/** An answer as a caller receives it: whose id and model it has, and when it was made. */
export interface AnswerMeta {
  readonly id: string
  readonly model: string
  readonly createdSeconds: number
  readonly wantsUsage: boolean
}

export interface AnswerEnd {
  readonly stop: Stop
  readonly usage: Usage | undefined
}

/** Reads answers in a shape. Its input was judged before, as an answer of that shape. */
export interface AnswerReader {
  whole(answer: object): AnswerPart[]
  /** Follows one stream. */
  stream(): StreamedAnswer
}

export interface StreamedAnswer {
  take(event: object): AnswerPart[]
  /** The rest that was held back, at the end of the stream. */
  end(): AnswerPart[]
}

/** Writes answers in one shape; streams as server-sent events. */
export interface AnswerWriter {
  whole(blocks: readonly Block[], ended: AnswerEnd, about: AnswerMeta): object
  stream(about: AnswerMeta): { begin(): string; take(step: Step): string; end(ended: AnswerEnd): string }
}

/** Events of the parts of an answer: one part is open at a time. */
export type Step =
  | { readonly type: 'open' | 'close'; readonly at: number; readonly block: Block }
  | { readonly type: 'add'; readonly at: number; readonly block: Block; readonly text: string }

/** Builds parts from the pieces of an answer. */
export const blockSteps = () => {
  let open: Block | undefined
  let at = -1
  const close = (): Step[] => {
    if (!open) return []
    const block = open
    open = undefined
    return [{ type: 'close', at, block }]
  }
  const begin = (block: Block): Step[] => {
    const closed = close()
    open = block
    at += 1
    return [...closed, { type: 'open', at, block }]
  }
  const add = (text: string): Step[] => {
    if (!open || text === '') return []
    open = open.type === 'call' ? { ...open, input: open.input + text } : { ...open, text: open.text + text }
    return [{ type: 'add', at, block: open, text }]
  }
  const say = (said: AnswerPart): Step[] => {
    switch (said.type) {
      case 'text':
      case 'thought':
        if (said.text === '') return []
        return [...(open?.type === said.type ? [] : begin({ type: said.type, text: '' })), ...add(said.text)]
      case 'seal': {
        const { of, seal } = said
        if (open?.type !== 'thought' || of === 'redacted')
          return [...begin({ type: 'thought', text: '', of, seal }), ...close()]
        open = { ...open, of, seal }
        return close()
      }
      case 'call':
        return begin({ type: 'call', id: said.id, name: said.name, input: '' })
      case 'input':
        return open?.type === 'call' ? add(said.text) : []
      case 'stop':
        return []
    }
  }
  return { say, end: close }
}

export const blocksOf = (said: readonly AnswerPart[]): Block[] => {
  const steps = blockSteps()
  const all = [...said.flatMap(steps.say), ...steps.end()]
  return all.flatMap((step) => (step.type === 'close' ? [step.block] : []))
}

/** The end of an answer as an endpoint's word reports it; empty without a word that is a good end. */
export const stopIn = (word: unknown): AnswerPart[] => {
  const stop = stopOfWord(word)
  return stop === undefined ? [] : [{ type: 'stop', stop }]
}

/** Why an answer ended: an answer with calls ends with its calls, for any report of its endpoint. */
export const stopOf = (said: readonly AnswerPart[]): Stop => {
  const told = said.findLast((one) => one.type === 'stop')?.stop ?? 'end'
  return told === 'end' && said.some(({ type }) => type === 'call') ? 'calls' : told
}
