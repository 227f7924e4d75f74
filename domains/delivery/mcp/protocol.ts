import { Type } from 'typebox'
import { contract, operation, relayed, to } from '../../../platform/contract/index.ts'

/** The limit of a message: a call with the largest body of an ordinary operation. */
const messageMostBytes = 2 ** 20

/** Messages that an older client may send in a batch. */
export const batchMost = 20

const notOffered = {
  status: 405,
  code: 'method_not_allowed',
  message: 'This server keeps no session and offers no stream. Send messages with POST.',
} as const

export const exchangeMcpMessages = operation({
  method: 'POST',
  path: '/mcp',
  summary: 'Take a message of the Model Context Protocol, and answer it',
  access: { ...to('participant'), scope: 'read', programs: true },
  query: Type.Object({ access_token: Type.Optional(Type.String()) }),
  body: Type.Unknown(),
  bodyLimit: messageMostBytes,
  replay: false,
  effect: 'outside',
  replies: { 200: relayed(Type.Unknown(), 'Messages of the protocol. This server sends JSON alone.') },
  errors: {
    keyNeeded: {
      status: 401,
      code: 'unauthenticated',
      message:
        'Send an API key, or the token of a connected program, as Authorization: Bearer <key>. A session of a browser will not do.',
    },
    // Source: Model Context Protocol 2026-07-28, authorization, access token usage.
    tokenInAddress: {
      status: 400,
      code: 'token_in_address',
      message:
        'The address has an access token, which logs keep. Send it as Authorization: Bearer <token>, and revoke this one.',
    },
    // Source: Model Context Protocol 2025-11-25, transports, security warning.
    foreignOrigin: {
      status: 403,
      code: 'foreign_origin',
      message: 'A page of another address sent this message. Only a program, or a page of this server, may.',
    },
    batchTooLarge: {
      status: 400,
      code: 'batch_too_large',
      message: `A batch has at most ${batchMost} messages.`,
    },
  },
  errorShape: 'jsonrpc',
  audit: { none: 'Each operation that a message calls writes its own row.', refusals: 'mcp.exchange' },
})

export const openMcpStream = operation({
  method: 'GET',
  path: '/mcp',
  summary: 'Refuse a stream of messages of the Model Context Protocol',
  workspace: 'none',
  access: to('public'),
  effect: 'outside',
  replies: { 200: Type.Unknown() },
  errors: { notOffered },
  errorShape: 'jsonrpc',
})

export const endMcpSession = operation({
  method: 'DELETE',
  path: '/mcp',
  summary: 'Refuse the end of a session of the Model Context Protocol',
  workspace: 'none',
  access: to('public'),
  effect: 'outside',
  replay: false,
  replies: { 200: Type.Unknown() },
  errors: { notOffered },
  errorShape: 'jsonrpc',
  audit: { none: 'It changes nothing.' },
})

/** Served to MCP clients. They are no part of the API, so no document of the API lists them. */
export const mcpProtocol = contract({ exchangeMcpMessages, openMcpStream, endMcpSession })
