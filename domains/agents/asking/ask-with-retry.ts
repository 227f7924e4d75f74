import { createHash } from 'node:crypto'
import { type PlainQuestion, askModel, type HarnessModel, harnessModelOf } from '../../../execution/harness/index.ts'
import { modelRoute, type ModelGateway } from '../../../execution/models/index.ts'
import { withEgress } from '../../../execution/packages/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type CallJudge, openStepLedger, type RunPayer } from '../spending/index.ts'

/** The value of an answer, or the words that ask for it again. */
export type Parsed<T> = { readonly value: T } | { readonly askAgain: string }

interface RetriedQuestion<T> extends Pick<PlainQuestion, 'instructions' | 'signal'> {
  readonly material: string
  readonly read: (text: string) => Parsed<T>
  /** How much of an answer that cannot be read the model is shown again. */
  readonly repeatedMostChars: number
}

/** The model's answer; why there is no answer; or that neither of two answers could be read. */
export type ModelAnswer<T> =
  | { readonly value: T }
  | { readonly failure: { readonly message: string; readonly code?: string | undefined } }
  | { readonly unreadable: true }

/** Asks a model for an answer that has to be parsed, and asks again if it cannot be parsed. */
export const askWithRetry = async <T>(
  ask: Ask,
  { instructions, signal, material, read, repeatedMostChars }: RetriedQuestion<T>,
): Promise<ModelAnswer<T>> => {
  const say = (...messages: PlainQuestion['messages']) => ask({ instructions, messages, signal })
  const first = { role: 'user', content: material } as const
  const answer = await say(first)
  if ('failure' in answer) return answer
  const found = read(answer.text)
  if ('value' in found) return found
  const before = { role: 'assistant', content: answer.text.slice(0, repeatedMostChars) || '(nothing)' } as const
  const again = await say(first, before, { role: 'user', content: found.askAgain })
  if ('failure' in again) return again
  const foundThen = read(again.text)
  return 'value' in foundThen ? foundThen : { unreadable: true }
}

/** A text around material, which the material's author could not know. */
export const materialMarker = (key: string, subject: string | null): string =>
  createHash('sha256').update(`${key} ${subject}`).digest('hex').slice(0, 24)

// Room for instructions and the other parts of the material.
const restTokens = 12_000
const leastRoom = 4_096

/** How much of one text fits into a model's window beside its answer and the rest: as `perToken` counts, at most `most`. */
export const materialRoom = (
  { contextTokens, maxOutputTokens }: { readonly contextTokens: number; readonly maxOutputTokens: number },
  { perToken, most }: { readonly perToken: number; readonly most: number },
): number => Math.max(leastRoom, Math.min(most, Math.floor((contextTokens - maxOutputTokens - restTokens) * perToken)))

/** One line of a model's answer, which repeats texts of strangers, as a terminal prints it and PostgreSQL holds it. */
export const safeLine = (text: string, mostChars = text.length): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, mostChars)
    .toWellFormed()

interface AskingParts {
  readonly database: Database
  readonly gateway: ModelGateway
  /** Where the sockets of the egress broker are made. */
  readonly socketFolder: string
}

export type Ask = (question: PlainQuestion) => ReturnType<typeof askModel>

/** Lends a way to ask a model from the server itself, whose calls are counted and limited like an agent's. */
export const withModel = <T>(
  parts: AskingParts,
  identity: RunPayer,
  work: (ask: Ask) => Promise<T>,
  { judge, ...bounds }: Partial<Pick<HarnessModel, 'maxOutputTokens'>> & { readonly judge?: CallJudge } = {},
): Promise<T> => {
  const routes = {
    'model.atelier.internal': modelRoute(parts.gateway, openStepLedger(parts.database, identity, undefined, judge)),
  }
  const model = { ...harnessModelOf(parts.gateway.provider), ...bounds }
  return withEgress(parts, { routes }, (socket) => work((question) => askModel(model, socket!, question)))
}
