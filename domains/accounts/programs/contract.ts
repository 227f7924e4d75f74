import { Type } from 'typebox'
import { contract, operation } from '../../../platform/contract/index.ts'
import { maybe, namedObject, oneOf, text } from '../../../platform/contract/schema.ts'
import { createApiKey } from '../workspaces/contract/keys.ts'
import { refusalReasons } from './rules/client.ts'

/** The query of the address that a program opened, as the page has it: `client_id=…&redirect_uri=…`. */
const request = text(1, 8_000, {
  description: 'The query of the authorization request, as the program opened it',
  examples: ['response_type=code&client_id=https%3A%2F%2Fclaude.ai%2Foauth%2Fclient.json&code_challenge=…'],
})

const redirectTo = Type.String({
  description: 'Where the browser goes, with the answer for the program',
  examples: ['http://127.0.0.1:3118/callback?code=atc_Qm8x…&iss=https%3A%2F%2Fatelier.example.com'],
})

export const ProgramRequest = namedObject('ProgramRequest', {
  name: Type.String({ description: 'The program’s own name', examples: ['Claude Code'] }),
  clientId: Type.String({
    description: 'The address of the description of the program',
    examples: ['https://claude.ai/oauth/client.json'],
  }),
  clientHost: Type.String({ description: 'The host that the description came from', examples: ['claude.ai'] }),
  redirectHost: Type.String({
    description: 'The host, or the scheme of an installed program, that the answer goes to',
    examples: ['127.0.0.1:3118'],
  }),
  isLocal: Type.Boolean({ description: 'Whether the answer goes to the computer of the person' }),
  canWrite: Type.Boolean({ description: 'Whether the program asks to change something' }),
  declineTo: redirectTo,
})

const programRefused = {
  status: 400,
  code: 'program_refused',
  message: 'This program cannot be connected. Tell its maker, or begin again in the program.',
  details: Type.Object({
    reason: oneOf(refusalReasons),
    parameter: maybe(
      Type.String({
        description: 'The parameter of the request that is wrong; null if the program itself is',
        examples: ['code_challenge'],
      }),
    ),
    redirectTo: maybe(
      Type.String({
        description: 'The address for telling the program of the refusal; null if redirecting is not safe',
        examples: ['http://127.0.0.1:3118/callback?error=invalid_request'],
      }),
    ),
  }),
} as const

export const previewProgramConnection = operation({
  method: 'POST',
  path: '/v1/api/programs/preview',
  summary: 'Read which program asks to be connected by OAuth, and what for. Needs a session; changes nothing',
  workspace: 'none',
  reach: { page: '/settings/keys' },
  access: { who: 'signed-in', session: true, scope: 'read' },
  body: namedObject('PreviewProgramConnection', { request }),
  effect: 'outside',
  replay: false,
  replies: { 200: ProgramRequest },
  errors: { programRefused },
  audit: { none: 'It changes nothing.', refusals: 'api_key.connect' },
})

export const approveProgramConnection = operation({
  method: 'POST',
  path: '/v1/api/programs',
  summary:
    'Connect a program to yourself in this workspace, and get the address for the browser with its code. Needs a session',
  reach: { page: '/settings/keys' },
  access: { who: 'participant', session: true },
  body: namedObject('ApproveProgramConnection', {
    request,
    canWrite: Type.Boolean({ description: 'Whether the program may change something, if it asked for that' }),
  }),
  effect: 'outside',
  replay: false,
  replies: { 201: namedObject('ProgramConnected', { redirectTo }) },
  errors: { programRefused, tooManyKeys: createApiKey.errors.tooManyKeys },
  audit: { action: 'api_key.connect', category: 'create', severity: 'notice', event: 'api_key.connected' },
})

export const programs = contract({ previewProgramConnection, approveProgramConnection })
