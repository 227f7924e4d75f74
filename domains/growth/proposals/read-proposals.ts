import { jsonWithin } from '../../../packages/foreign-json/index.ts'
import { sourceNamed } from '../drafts/index.ts'
import { claimsResult, quoteFrom, type Source } from '../messages/index.ts'
import {
  type Evidence,
  faultsOfSteps,
  playLanguages,
  type ProposedPlay,
  type Step,
  unknownPlaceholders,
} from '../plays/index.ts'
import { plainText } from '../research/index.ts'
import { proposalsMost, proposalStepsMost } from './rules.ts'

export interface ReadProposals {
  readonly proposals: readonly ProposedPlay[]
  /** How many were left out. */
  readonly dropped: number
}

// The rest of a longer answer is left out unread.
const readMost = 20
const nameMostChars = 100
const audienceMostChars = 600
// A brief that the offline model carries out holds the whole mail.
const briefMostChars = 1_500
const sentenceMostChars = 300
const evidenceMost = 6
const countriesMost = 250

/**
 * The plays in an answer of a model: `{ plays: [{ name, audience, language, excludedCountries, evidence, steps }] }`. One
 * that is malformed, has an address or a link, or whose quotations are all missing in their sources is left out.
 * Undefined if the answer is not the JSON that was asked for.
 */
export const readProposals = (text: string, sources: readonly Source[]): ReadProposals | undefined => {
  const plays = jsonWithin(text)?.plays
  if (!Array.isArray(plays)) return undefined
  const read = (plays as unknown[]).slice(0, readMost).flatMap((one) => proposalOf(one, sources) ?? [])
  const proposals = read.slice(0, proposalsMost)
  return { proposals, dropped: plays.length - proposals.length }
}

/** The fields of a part of the answer, whatever the model put there; none for a part that is no object. */
const fieldsOf = (part: unknown): Readonly<Record<string, unknown>> =>
  typeof part === 'object' && part !== null ? (part as Readonly<Record<string, unknown>>) : {}

const proposalOf = (part: unknown, sources: readonly Source[]): ProposedPlay | undefined => {
  const fields = fieldsOf(part)
  const name = lineOf(fields.name, nameMostChars)
  const audience = lineOf(fields.audience, audienceMostChars)
  const language = playLanguages.find((one) => one === fields.language)
  const excludedCountries = countriesOf(fields.excludedCountries ?? [])
  const steps = stepsOf(fields.steps)
  const evidence = evidenceOf(fields.evidence, sources)
  if (!name || !audience || !language || !excludedCountries || !steps || evidence.length === 0) return undefined
  return { name, audience, language, excludedCountries, steps, evidence }
}

/** One line of plain text that leads to no address; undefined for anything else. */
const lineOf = (text: unknown, mostChars: number): string | undefined => {
  const line = typeof text === 'string' ? plainText(text) : ''
  const isPlain = /[\p{L}\p{N}]/u.test(line) && line.length <= mostChars && !leadsAway(line) && !line.includes('{{')
  return isPlain ? line : undefined
}

const leadsAway = (text: string) => /:\/\/|\bwww\.|\bmailto:|@/i.test(text)

const countriesOf = (list: unknown): readonly string[] | undefined => {
  if (!Array.isArray(list) || list.length > countriesMost) return undefined
  const countries = (list as unknown[]).filter((one) => typeof one === 'string' && /^[A-Z]{2}$/.test(one)) as string[]
  return countries.length === list.length ? [...new Set(countries)] : undefined
}

const stepsOf = (list: unknown): readonly Step[] | undefined => {
  if (!Array.isArray(list) || list.length === 0 || list.length > proposalStepsMost) return undefined
  const steps = (list as unknown[]).flatMap((one) => stepOf(one) ?? [])
  return steps.length === list.length && faultsOfSteps(steps).length === 0 ? steps : undefined
}

/** A proposal has only briefs: a model's sentences must not count as a person's. */
const stepOf = (part: unknown): Step | undefined => {
  const { delayDays, brief } = fieldsOf(part)
  const isDelay = typeof delayDays === 'number' && Number.isInteger(delayDays) && delayDays >= 0 && delayDays <= 90
  const text = typeof brief === 'string' ? brief.split('\n').map(plainText).join('\n').trim() : ''
  const isText = text !== '' && text.length <= briefMostChars
  if (!isDelay || !isText || leadsAway(text) || unknownPlaceholders(text).length > 0) return undefined
  return { delayDays, subject: null, body: null, brief: text }
}

const evidenceOf = (list: unknown, sources: readonly Source[]): readonly Evidence[] =>
  Array.isArray(list) ? (list as unknown[]).slice(0, evidenceMost).flatMap((one) => sentenceOf(one, sources) ?? []) : []

const sentenceOf = (part: unknown, sources: readonly Source[]): Evidence | undefined => {
  const { sentence: text, source, quote } = fieldsOf(part)
  const sentence = lineOf(text, sentenceMostChars)
  const named = typeof source === 'string' ? sourceNamed(source, sources) : undefined
  const words = named && typeof quote === 'string' ? quoteFrom(named, quote) : undefined
  if (sentence === undefined || !named || words === undefined) return undefined
  if (claimsResult(sentence) && named.kind !== 'approval') return undefined
  const { kind, id } = named
  return { sentence, source: kind, sourceId: id, sourceName: named.url ?? named.texts[0] ?? null, quote: words }
}
