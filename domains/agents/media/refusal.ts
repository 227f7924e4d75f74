import { ModelFailure } from '../../../execution/models/index.ts'
import type { InputRule } from '../assets/contract/refusals.ts'
import { kindOfBytes, SourceRefusal } from '../assets/index.ts'
import { isModeration, ratioOf } from './rules.ts'

/** Why a request is not taken: the rule, and what to change. */
export class MediaRefusal extends Error {
  readonly details: { readonly rule: InputRule; readonly reason: string }

  constructor(rule: InputRule, reason: string) {
    super(`A request for media is refused: ${rule}`)
    this.name = 'MediaRefusal'
    this.details = { rule, reason }
  }
}

/** The refusal of a file that is none of the `accepted` kinds. */
export const notReadable = (accepted: string, found: Buffer): MediaRefusal =>
  new MediaRefusal('not_readable', `The file is no ${accepted}: ${kindOfBytes(found)} was found.`)

/** The refusals that operations on media have in common. */
interface Refuse {
  refused(details: MediaRefusal['details']): never
  upstream(): never
  disabled(): never
}

/** Answers with the failure, in words of ours; any other error is thrown on. */
export const answerFailure = (fail: Refuse, error: unknown): never => {
  if (error instanceof MediaRefusal) return fail.refused(error.details)
  if (error instanceof SourceRefusal) {
    if (error.rule === 'upstream') return fail.upstream()
    return fail.refused({ rule: error.rule, reason: error.reason })
  }
  if (!(error instanceof ModelFailure)) throw error
  const { code, message, upstream } = error
  if (code === 'provider_removed') return fail.disabled()
  if (code === 'provider_price_unknown') return fail.refused({ rule: 'price_unknown', reason: message })
  if (code.endsWith('_cap_reached')) return fail.refused({ rule: 'budget', reason: message })
  if (isModeration(upstream?.code))
    return fail.refused({ rule: 'policy', reason: 'The model refuses to work on this by rules of its maker.' })
  return fail.upstream()
}

/** The requested shape; undefined leaves it to the model. Throws MediaRefusal for a text without a shape. */
export const askedRatio = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  const ratio = ratioOf(text)
  if (ratio === undefined)
    throw new MediaRefusal('capability', 'Write `aspectRatio` as width and height up to 4:1, such as 16:9.')
  return ratio
}
