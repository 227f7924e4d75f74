import type { ModelFailure } from './failure.ts'
import type { Usage } from './price.ts'
import { type ShapeName, shapes } from './shapes/index.ts'
import { blocksOf, blockSteps, type AnswerMeta, type AnswerPart, stopOf } from './translation/answer.ts'
import { translators } from './translation/index.ts'
import { foreignJson, wellFormedJson } from '../../packages/foreign-json/index.ts'

/** How a call is answered: as its endpoint speaks, or in the shape of its caller. */
export interface Reply {
  /** A whole answer that was judged already. */
  whole(answer: string, usage: Usage | undefined): string
  stream(): ReplyStream
  /** The failure as the last event of a stream. */
  errorEvent(failure: ModelFailure): string
}

interface ReplyStream {
  /** The text of a batch of events, as passed on to the caller. Throws ModelFailure for an event out of place. */
  take(events: readonly string[]): string
  /** Whether the last event has come, and the rest is not to be waited for. */
  readonly isOver: boolean
  /** The usage that was reported, and what follows the events. Throws ModelFailure when the answer was not whole. */
  end(): { readonly usage: Usage | undefined; readonly rest: string }
}

/** An answer as the endpoint wrote it. */
export const ownReply = (name: ShapeName, endpoint: string, wantsUsage: boolean): Reply => {
  const shape = shapes[name]
  return {
    whole: (answer) => shape.mended(wellFormedJson(answer)),
    errorEvent: (failure) => shape.errorEvent(failure),
    stream: () => {
      const reader = shape.streamReader(endpoint, wantsUsage)
      return {
        take: (events) => reader.take(events),
        get isOver() {
          return reader.isOver
        },
        end: () => ({ usage: reader.end(), rest: shape.streamEnd }),
      }
    },
  }
}

/** An answer of an endpoint that speaks `from`, for a caller that speaks `to`. */
export const translatedReply = (from: ShapeName, to: ShapeName, endpoint: string, about: AnswerMeta): Reply => ({
  whole: (answer, usage) => {
    const said = translators[from].reader.whole(foreignJson(shapes[from].mended(answer)) as object)
    return JSON.stringify(translators[to].writer.whole(blocksOf(said), { stop: stopOf(said), usage }, about))
  },
  errorEvent: (failure) => shapes[to].errorEvent(failure),
  stream: () => translatedStream(from, to, endpoint, about),
})

const translatedStream = (from: ShapeName, to: ShapeName, endpoint: string, about: AnswerMeta): ReplyStream => {
  const judge = shapes[from].streamReader(endpoint, true)
  const read = translators[from].reader.stream()
  const write = translators[to].writer.stream(about)
  const steps = blockSteps()
  // Parts of the answer that show why it ended.
  const marks: AnswerPart[] = []
  let isBegun = false
  const written = (said: readonly AnswerPart[]) => {
    marks.push(...said.filter(({ type }) => type === 'call' || type === 'stop'))
    return said.flatMap(steps.say).map(write.take).join('')
  }
  return {
    take: (events) => {
      const said: AnswerPart[] = []
      judge.take(events, (event) => said.push(...read.take(event)))
      const begin = isBegun ? '' : write.begin()
      isBegun = true
      return begin + written(said)
    },
    get isOver() {
      return judge.isOver
    },
    end: () => {
      const usage = judge.end()
      const rest = written(read.end()) + steps.end().map(write.take).join('')
      return { usage, rest: rest + write.end({ stop: stopOf(marks), usage }) }
    },
  }
}
