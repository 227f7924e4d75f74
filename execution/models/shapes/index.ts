import { type ModelFailure, typeOf } from '../failure.ts'
import { eventText } from './answer.ts'
import { chunkReader, completionUsage, mendedCompletion } from './chat-answer.ts'
import { prepareChat } from './chat-request.ts'
import { messageReader, messageUsage } from './messages-answer.ts'
import { prepareMessages } from './messages-request.ts'
import { responseReader, responseUsage } from './responses-answer.ts'
import { prepareResponses } from './responses-request.ts'
import type { ShapeName } from './name.ts'
import type { Shape } from './shape.ts'

/** OpenAI's error: `{ error: { message, type, param, code } }`. */
const openAiError = (failure: ModelFailure): string =>
  JSON.stringify({ error: { message: failure.message, type: typeOf(failure), param: null, code: failure.code } })

/** Anthropic's error, with our code beside it as OpenAI has it. */
const anthropicError = ({ message, code, status }: ModelFailure): string => {
  const type = anthropicTypes[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error')
  return JSON.stringify({ type: 'error', error: { type, message, code } })
}

const anthropicTypes: Readonly<Record<number, string>> = {
  402: 'billing_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
}

const bearer = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey ? { authorization: `Bearer ${apiKey}` } : {}

export const shapes: Readonly<Record<ShapeName, Shape>> = {
  chat: {
    path: '/chat/completions',
    headers: bearer,
    prepare: prepareChat,
    usageOf: completionUsage,
    mended: mendedCompletion,
    streamReader: chunkReader,
    streamEnd: eventText('[DONE]'),
    errorBody: openAiError,
    errorEvent: (failure) => eventText(openAiError(failure)),
  },
  responses: {
    path: '/responses',
    headers: bearer,
    prepare: prepareResponses,
    usageOf: responseUsage,
    mended: (answer) => answer,
    streamReader: responseReader,
    streamEnd: '',
    errorBody: openAiError,
    errorEvent: ({ message, code }) =>
      eventText(JSON.stringify({ type: 'error', sequence_number: 0, code, message, param: null }), 'error'),
  },
  messages: {
    path: '/messages',
    headers: (apiKey) => ({ 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }),
    prepare: prepareMessages,
    usageOf: messageUsage,
    mended: (answer) => answer,
    streamReader: messageReader,
    streamEnd: '',
    errorBody: anthropicError,
    errorEvent: (failure) => eventText(anthropicError(failure), 'error'),
  },
}

export type { ShapeName } from './name.ts'
export type { OutgoingRequest, Shape } from './shape.ts'
