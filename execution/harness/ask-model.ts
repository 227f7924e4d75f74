import type { HarnessModel } from './job.ts'
import { modelUrl } from './run.ts'

/** A question to a model, without tools: the messages so far, the last by the user. */
export interface PlainQuestion {
  readonly instructions: string
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[]
  readonly signal: AbortSignal
  /** Sees the answer as it comes, piece by piece. */
  readonly onText?: (text: string) => void
}

/** The answer of the model, whole or cut at its length; or why there is no answer, in the gateway's words and code. */
type PlainAnswer =
  | { readonly text: string; readonly finishReason: string }
  | { readonly failure: { readonly message: string; readonly code?: string | undefined } }

/**
 * Asks a model from the server itself, as agents do: over the Unix socket of an egress broker whose route
 * `model.atelier.internal` counts and bounds the call. Throws when `signal` aborts, and for nothing that the model or
 * its endpoint does.
 */
export const askModel = async (
  model: HarnessModel,
  egressSocket: string,
  { instructions, messages, signal, onText }: PlainQuestion,
): Promise<PlainAnswer> => {
  // Loaded with the first question: a server without a model never needs it.
  const { ask, failureOf } = await import('./native/ask.ts')
  const endpoint = { model, place: { egressSocket, modelUrl } }
  try {
    const { text, finishReason } = await ask(endpoint, { instructions, messages, tools: {}, signal, onText })
    return { text, finishReason }
  } catch (error) {
    signal.throwIfAborted()
    return { failure: failureOf(error) }
  }
}
