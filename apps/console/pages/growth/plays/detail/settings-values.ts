import type { PlayLanguage, SendApproval } from '../../../../../../domains/growth/plays/rules.ts'
import { textOf } from '../../../settings/workspace/cap-amount.ts'
import type { Play } from '../play.ts'

/** The settings of a play as fields hold them. */
export interface TypedPlay {
  readonly name: string
  readonly audience: string
  readonly language: PlayLanguage
  readonly excludedCountries: string
  readonly excludesUnknownLaw: boolean
  readonly bookingUrl: string
  readonly hardCapUsd: string
  readonly sendApproval: SendApproval
  readonly mailboxIds: readonly string[]
}

export const typedOf = (play: Play): TypedPlay => ({
  name: play.name,
  audience: play.audience,
  language: play.language,
  excludedCountries: play.excludedCountries.join(', '),
  excludesUnknownLaw: play.excludesUnknownLaw,
  bookingUrl: play.bookingUrl ?? '',
  hardCapUsd: textOf(play.hardCapUsd),
  sendApproval: play.sendApproval,
  mailboxIds: play.mailboxIds,
})

/** The countries of a typed list, `fr, IT`; undefined if one has not two letters. */
export const countriesIn = (typed: string): string[] | undefined => {
  const codes = new Set(typed.toUpperCase().match(/[^\s,;]+/g))
  return [...codes].every((code) => /^[A-Z]{2}$/.test(code)) ? [...codes] : undefined
}
