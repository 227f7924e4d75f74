import type { ShapeName } from '../shapes/name.ts'

/** A request between its caller's shape and the endpoint's: the common part of all three. See decisions/0043. */
export interface Conversation {
  readonly system: readonly string[]
  readonly turns: readonly Turn[]
  readonly tools: readonly Tool[]
  /** Types of tools that the request named, and that no other shape has. */
  readonly leftOut?: readonly string[]
  /** Names of settings that no other shape has, and that change no answer. */
  readonly settingsLeftOut?: readonly string[]
  readonly settings: Settings
  readonly streams: boolean
  /** Whether the caller of a stream asked for its usage; the other shapes always report it. */
  readonly wantsUsage: boolean
}

/** A turn of people and tools, or of the model; two in a row are never of the same role. */
export interface Turn {
  readonly role: 'user' | 'assistant'
  readonly parts: readonly Part[]
}

export type Content = { readonly type: 'text'; readonly text: string } | PicturePart
export type Part = Content | CallPart | ResultPart | ThoughtPart

/** `data` is base64. */
export interface PicturePart {
  readonly type: 'picture'
  readonly mediaType: string
  readonly data: string
  readonly detail?: 'low' | 'high' | undefined
}

/** `input` is JSON text, as the model wrote it. */
export interface CallPart {
  readonly type: 'call'
  readonly id: string
  readonly name: string
  readonly input: string
}

interface ResultPart {
  readonly type: 'result'
  readonly callId: string
  readonly content: readonly Content[]
  readonly failed: boolean
}

/** Whose thought it is, and what its endpoint wants to see of it again. */
interface ThoughtPart {
  readonly type: 'thought'
  readonly text: string
  readonly of: Origin
  readonly seal: string
}

/** The shape of the endpoint that a thought came from; `redacted` is a thought of messages without its words. */
export type Origin = ShapeName | 'redacted'

export interface Tool {
  readonly name: string
  readonly description?: string | undefined
  /** JSON Schema of its input. */
  readonly input: Readonly<Record<string, unknown>>
  readonly strict?: boolean | undefined
}

/** Unset settings were not requested. */
export interface Settings {
  readonly maxOutputTokens?: number | undefined
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly topK?: number | undefined
  readonly stops?: readonly string[] | undefined
  readonly seed?: number | undefined
  readonly frequencyPenalty?: number | undefined
  readonly presencePenalty?: number | undefined
  /** `none` to `xhigh`, or a word that the endpoint knows. */
  readonly effort?: string | undefined
  readonly format?: AnswerFormat | undefined
  readonly toolChoice?: 'auto' | 'none' | 'required' | { readonly name: string } | undefined
  readonly parallelCalls?: boolean | undefined
}

/** `json` is any JSON; with a schema, JSON that fits it. */
export type AnswerFormat =
  | { readonly type: 'json' }
  | {
      readonly type: 'schema'
      readonly name?: string | undefined
      readonly description?: string | undefined
      readonly schema: Readonly<Record<string, unknown>>
      readonly strict?: boolean | undefined
    }

/** Turns with neighbours of one role put together, and without turns that say nothing. */
export const joinedTurns = (turns: readonly Turn[]): Turn[] => {
  const joined: { role: Turn['role']; parts: Part[] }[] = []
  for (const { role, parts } of turns) {
    const said = parts.filter((part) => part.type !== 'text' || part.text !== '')
    const last = joined.at(-1)
    if (last?.role === role) last.parts.push(...said)
    else if (said.length > 0) joined.push({ role, parts: said })
  }
  return joined
}
