import { Type } from 'typebox'
import {
  contract,
  MessageAck,
  namedObject,
  operation,
  recordedElsewhere,
  to,
} from '../../../../platform/contract/index.ts'
import { ofOneself } from './sign-in/shapes.ts'

const requests = Type.Boolean({ description: 'Whether questions and approvals that wait for you come by mail.' })
const approvals = Type.Boolean({ description: 'Whether deliverables that you are asked to approve come by mail.' })
const failedRuns = Type.Boolean({ description: 'Whether runs that you started and that failed come by mail.' })

const budgets = Type.Boolean({ description: 'Whether budgets that come to 50, 80 or 100 % of their cap come by mail.' })

const LetterSettings = namedObject('LetterSettings', { requests, approvals, failedRuns, budgets })
const UpdateLetterSettings = namedObject('UpdateLetterSettings', {
  requests: Type.Optional(requests),
  approvals: Type.Optional(approvals),
  failedRuns: Type.Optional(failedRuns),
  budgets: Type.Optional(budgets),
})

export const getMyLetters = operation({
  ...ofOneself,
  method: 'GET',
  path: '/v1/api/me/letters',
  summary: 'Read which notification mails you get, across all workspaces',
  reach: { page: '/settings/you' },
  replies: { 200: LetterSettings },
  audit: { refusals: 'user.letters_get' },
})

export const updateMyLetters = operation({
  ...ofOneself,
  method: 'PATCH',
  path: '/v1/api/me/letters',
  summary: 'Switch notification mails on or off. Omitted fields stay as they are',
  reach: { page: '/settings/you' },
  replay: false,
  body: UpdateLetterSettings,
  replies: { 200: LetterSettings },
  audit: { ...recordedElsewhere('user.letters_update'), refusals: 'user.letters_update' },
})

export const switchOffLetters = operation({
  method: 'POST',
  path: '/v1/api/me/letters/{token}/off',
  summary: 'Unsubscribe from all notification mails with a token from a mail, without a session',
  workspace: 'none',
  effect: 'outside',
  reach: { page: '/settings/you' },
  access: to('public'),
  replay: false,
  replies: { 200: MessageAck },
  errors: {
    unknownToken: {
      status: 404,
      code: 'letter_token_not_found',
      message: 'This unsubscribe link is not valid. Sign in to switch notification mails off.',
    },
  },
  audit: recordedElsewhere('user.letters_update'),
})

/** Settings of letters: mails to a person about open work, such as a question that waits. */
export const letters = contract({ getMyLetters, updateMyLetters, switchOffLetters })
