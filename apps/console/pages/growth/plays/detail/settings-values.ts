import { textOf } from '../../../settings/workspace/cap-amount.ts'
import type { Play } from '../play.ts'

/** The settings of a play as fields hold them. */
export type TypedPlay = ReturnType<typeof typedOf>

export const typedOf = (play: Play) => ({
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
