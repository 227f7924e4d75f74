import { Type } from 'typebox'
import { bytes, contract, operation, to } from '../../../platform/contract/index.ts'
import { namedObject } from '../../../platform/contract/schema.ts'

const formMostBytes = 16_384

const ProtectedResource = namedObject('ProtectedResource', {
  resource: Type.String(),
  resource_name: Type.String(),
  authorization_servers: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  bearer_methods_supported: Type.Array(Type.String()),
})

const AuthorizationServer = namedObject('AuthorizationServer', {
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  response_types_supported: Type.Array(Type.String()),
  response_modes_supported: Type.Array(Type.String()),
  grant_types_supported: Type.Array(Type.String()),
  scopes_supported: Type.Array(Type.String()),
  token_endpoint_auth_methods_supported: Type.Array(Type.String()),
  revocation_endpoint_auth_methods_supported: Type.Array(Type.String()),
  code_challenge_methods_supported: Type.Array(Type.String()),
  authorization_response_iss_parameter_supported: Type.Boolean(),
  client_id_metadata_document_supported: Type.Boolean(),
})

const ProgramTokens = namedObject('ProgramTokens', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  refresh_token: Type.String(),
  scope: Type.String(),
})

const forEverybody = { workspace: 'none', access: to('public'), effect: 'outside', errorShape: 'oauth' } as const
const form = { body: bytes('application/x-www-form-urlencoded'), bodyLimit: formMostBytes, replay: false } as const

// The document of an endpoint is below its path; clients of earlier revisions read the document without it.
// Source: RFC 9728, section 3.1.
export const showProtectedResource = operation({
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/mcp',
  summary: 'Name the server that issues tokens for the endpoint of the Model Context Protocol',
  ...forEverybody,
  replies: { 200: ProtectedResource },
})

export const showProtectedResourceAtRoot = operation({
  method: 'GET',
  path: '/.well-known/oauth-protected-resource',
  summary: 'Say the same without the path of the endpoint',
  ...forEverybody,
  replies: { 200: ProtectedResource },
})

// Source: RFC 8414, section 3.
export const showAuthorizationServer = operation({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Say how a program is connected by OAuth',
  ...forEverybody,
  replies: { 200: AuthorizationServer },
})

export const issueProgramTokens = operation({
  method: 'POST',
  path: '/oauth/token',
  summary: 'Give a program its tokens, for a code or for a refresh token',
  ...forEverybody,
  ...form,
  replies: { 200: ProgramTokens },
  errors: {
    unreadable: {
      status: 400,
      code: 'invalid_request',
      message: 'A parameter is missing, or comes twice. client_id goes with every request.',
    },
    tooLong: { status: 413, code: 'invalid_request', message: 'The form is larger than any request needs.' },
    unsupported: {
      status: 400,
      code: 'unsupported_grant_type',
      message: 'Only authorization_code and refresh_token are accepted.',
    },
    otherResource: {
      status: 400,
      code: 'invalid_target',
      message: 'Tokens are issued only for the endpoint of the Model Context Protocol.',
    },
    notGranted: {
      status: 400,
      code: 'invalid_grant',
      message: 'The code or refresh token is not valid: it has ended, was used, or belongs to another program.',
    },
  },
  audit: {
    none: 'The person connected the program before; its requests write their own rows.',
    elsewhere: ['api_key.revoke'],
  },
})

export const revokeProgramTokens = operation({
  method: 'POST',
  path: '/oauth/revoke',
  summary: 'End the connection of a program by one of its tokens; an unknown one changes nothing (RFC 7009)',
  ...forEverybody,
  ...form,
  replies: { 200: Type.Object({}) },
  errors: { unreadable: issueProgramTokens.errors.unreadable, tooLong: issueProgramTokens.errors.tooLong },
  audit: { none: 'The program ends its own connection.', elsewhere: ['api_key.revoke'] },
})

/** Served to programs that speak OAuth; no part of the API, so no document of the API lists them: decisions/0228. */
export const oauthProtocol = contract({
  showProtectedResource,
  showProtectedResourceAtRoot,
  showAuthorizationServer,
  issueProgramTokens,
  revokeProgramTokens,
})
