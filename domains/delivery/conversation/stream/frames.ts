import type { Static } from '../../../../platform/contract/index.ts'
import type { TranscriptRow } from '../../transcripts/index.ts'
import type { frames } from '../contract/stream.ts'

type Frames = typeof frames
export type Frame = {
  [Name in keyof Frames]: { readonly event: Name; readonly data: Static<Frames[Name]> }
}[keyof Frames]

type Outcome = Static<Frames['done']>['outcome']
type Answer = Static<Frames['user_message']>

const sentences: Readonly<Record<Outcome, string>> = {
  answered: 'This is the answer.',
  ended:
    'The agents that were at work have ended, or had been given the message before. Their words are in the transcript.',
  waiting: 'No agent answers now. The agent of the next attempt or run reads the message.',
  unanswered:
    'A model was asked for an answer to this message, and none is stored. It is on its way to the first caller, or failed. To ask again, send another message.',
  for_people: 'The message is kept for people to read. It drives no agent, and none answers it.',
}

/** The last frame of a stream, unless it ends in an error. */
export const done = (outcome: Outcome, { answer = null, why = '' }: { answer?: Answer | null; why?: string } = {}) =>
  ({
    event: 'done',
    data: { outcome, message: why === '' ? sentences[outcome] : `${sentences[outcome]} ${why}`, answer },
  }) as const

export const failed = (code: string, message: string) => ({ event: 'error', data: { code, message } }) as const

export interface Speaker {
  readonly agentId: string
  readonly taskId: string | null
}

/** Begins a message: the tokens until the next speaker are its words. */
export const speaks = (speaker: Speaker, textTruncated = false) =>
  ({ event: 'speaker', data: { ...speaker, textTruncated } }) as const

export const token = (text: string) => ({ event: 'token', data: text }) as const

export const wholeMessage = (speaker: Speaker, text: string, textTruncated = false): Frame[] => [
  speaks(speaker, textTruncated),
  token(text),
]

/** The part of an agent's step that a reader sees. Inputs and outputs of tools are the agency's. */
export const framesOfStep = (step: TranscriptRow, speaker: Speaker, isAgency: boolean): Frame[] => {
  const { callId, tool, input, text, ok } = step
  if (step.kind === 'message' && text) return wholeMessage(speaker, text, step.isCut)
  if (step.kind === 'tool_call')
    return [{ event: 'tool_start', data: { ...speaker, callId, tool, input: isAgency ? input : null } }]
  if (step.kind === 'tool_result')
    return [{ event: 'tool_end', data: { ...speaker, callId, tool, ok, output: isAgency ? text : null } }]
  return []
}
