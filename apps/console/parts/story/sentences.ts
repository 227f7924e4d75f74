import type { ActionWords } from '../../words/story/actions/en.ts'
import { capitalized } from '../text/capitalized.ts'

type SentencePart = { readonly text: string } | { readonly slot: Slot }
export const slots = ['thing', 'check'] as const
export type Slot = (typeof slots)[number]

/** A sentence in pieces: plain text, and the slots that the page fills with names and links. */
export const partsOf = (sentence: string): SentencePart[] =>
  sentence.split(/(\{[a-z]+\})/).flatMap((piece): SentencePart[] => {
    if (piece === '') return []
    const slot = slots.find((one) => piece === `{${one}}`)
    return [slot === undefined ? { text: piece } : { slot }]
  })

type Payload = Readonly<Record<string, unknown>>

const outcomeOf: Readonly<Record<string, (payload: Payload) => string | undefined>> = {
  'ai_document.parsed': ({ refusal }) => (typeof refusal === 'string' ? 'failed' : undefined),
  'cycle.messaged': ({ authorSide, source }) =>
    authorSide === 'agent' ? 'agent' : typeof source === 'string' ? 'outside' : undefined,
  'client_invoice.letter_ended': ({ outcome }) => (typeof outcome === 'string' ? outcome : undefined),
  'deliverable_approval.decided': ({ decision }) => (typeof decision === 'string' ? decision : undefined),
  // No person asks for a preview of a cycle.
  'deployment.requested': ({ kind, after }) =>
    kind === 'cycle-preview' ? 'merge' : typeof after === 'string' ? after : undefined,
  'growth_draft_run.ended': ({ failure }) => (typeof failure === 'string' ? 'failed' : undefined),
  'growth_run.ended': ({ failure }) => (typeof failure === 'string' ? 'failed' : undefined),
  'pending_request.created': ({ requestType }) => (requestType === 'approval' ? 'approval' : undefined),
  'pending_request.resolved': ({ requestType, status }) =>
    requestType === 'approval' ? (typeof status === 'string' ? status : 'approval') : undefined,
  'task.checked': ({ outcome }) => (outcome === 'passed' ? 'passed' : outcome === undefined ? undefined : 'failed'),
  'task.reviewed': ({ verdict }) => (typeof verdict === 'string' ? verdict : undefined),
}

/** The sentence of an event; undefined for a type that has none. */
export const eventSentence = (
  eventType: string,
  payload: Payload,
  sentences: Readonly<Record<string, string>>,
): string | undefined => {
  const outcome = outcomeOf[eventType]?.(payload)
  return sentences[`${eventType}:${outcome}`] ?? sentences[eventType]
}

type Metadata = Readonly<Record<string, unknown>> | null | undefined

/** The action of an audit row with its outcome, which may have a sentence of its own. */
export const actionOutcome = (action: string, metadata: Metadata): string => {
  const { outcome, decision, requestType, status } = metadata ?? {}
  return `${action}:${String(outcome ?? decision ?? (requestType === 'approval' ? status : undefined))}`
}

const reads = /^(get|list|read|stream|download)(_|$)/
const readingVerbs: ReadonlySet<string> = new Set([
  'aging',
  'branches',
  'budget',
  'change_file',
  'changes',
  'cycle_metrics',
  'diagnose',
  'file_content',
  'files',
  'image',
  'letters_get',
  'preferences_get',
  'repos',
  'revenue',
  'review',
  'session_list',
  'settings_get',
  'usage',
])
const isReading = (verb: string) => reads.test(verb) || readingVerbs.has(verb)

type Join = ActionWords['done']

const phraseOf = (action: string, at: 0 | 1, join: Join, words: ActionWords): string | undefined => {
  const phrase = words.phrases[action]
  if (phrase) return tidied(join('', phrase[at]))
  const [subject = '', name = ''] = action.split('.')
  const noun = words.nouns[subject]
  const verb = words.verbs[verbAliases[name] ?? name] ?? (isReading(name) ? words.reading : undefined)
  return noun !== undefined && verb ? join(verb[at], `${noun} {thing}`) : undefined
}

/** The sentence of an audit row; undefined for an action that has no words. */
export const actionSentence = (action: string, isDone: boolean, words: ActionWords): string | undefined =>
  isDone ? phraseOf(action, 0, words.done, words) : phraseOf(action, 1, words.tried, words)

/**
 * What a person did, as its event says it; undefined if it has no event, or if the event leaves out a thing that is
 * known by name.
 */
export const doneSentence = (
  action: string,
  isNamed: boolean,
  events: Readonly<Record<string, string>>,
): string | undefined => {
  const sentence = events[action.replace(/e?(:|$)/, 'ed$1')]
  if (sentence === undefined || !hasActor(sentence)) return undefined
  return isNamed && !sentence.includes('{thing}') ? undefined : sentence
}

const actorSlot = '{actor} '

/** True if a sentence begins with the person who did it. */
export const hasActor = (sentence: string): boolean => sentence.startsWith(actorSlot)

/** A sentence without its actor, who is shown beside it; nor does it begin with one of the helping verbs. */
export const withoutActor = (sentence: string, helpers: readonly string[]): string => {
  if (!hasActor(sentence)) return sentence
  const predicate = sentence.slice(actorSlot.length)
  const helper = helpers.find((one) => predicate.startsWith(one)) ?? ''
  return capitalized(predicate.slice(helper.length))
}

/** The name of an action, as a choice shows it. */
export const actionName = (action: string, words: ActionWords): string | undefined => {
  const name = phraseOf(action, 1, words.named, words)
  return name === undefined ? undefined : capitalized(withoutThing(name).trim())
}

const slotWithItsWord = /:? ?(?:\b(?:of|for|to|about|with|from|in|on|at|von|für|an|über|zu|aus|mit|bei) )?\{thing\}/g

/** A sentence without the name of its thing, and without the word that leads to the name. */
export const withoutThing = (sentence: string): string => sentence.replaceAll(slotWithItsWord, '')

/** A sentence about the thing that is named above it; nor does it begin with one of the helping verbs. */
export const belowItsThing = (sentence: string, helpers: readonly string[]): string => {
  const rest = withoutThing(sentence).trimStart()
  const helper = rest === sentence ? undefined : helpers.find((one) => rest.startsWith(one))
  return capitalized(rest.slice(helper?.length ?? 0))
}

/** Verbs of actions with the meaning of another verb. */
const verbAliases: Readonly<Record<string, string>> = {
  letters_update: 'update',
  preferences_update: 'update',
  settings_update: 'update',
}

// A phrase has its verb in it, so that the place of the verb is empty.
const tidied = (sentence: string) => sentence.replaceAll(/ {2,}/g, ' ').trim()
