import type { InvalidField } from '../../contract/errors.ts'
import type { Refusal } from '../../refusal/refusal.ts'

/** JSON, or a text as it is. */
type Shape = (refusal: Refusal, requestId: string) => object | string

/** How an error looks on the wire: ours, or that of the provider whose interface an operation has. */
export const errorShapes: Readonly<Record<'atelier' | 'openai' | 'anthropic' | 'jsonrpc' | 'oauth' | 'text', Shape>> = {
  atelier: ({ message, code, details }, requestId) => ({
    error: message,
    ...(code && { code }),
    ...details,
    requestId,
  }),
  // https://platform.openai.com/docs/guides/error-codes
  openai: ({ message, status, code, details }) => ({
    error: {
      message,
      type: openAiTypes[status] ?? byDefault(status, 'server_error'),
      param: firstPath(details),
      code: code ?? null,
    },
  }),
  // https://docs.anthropic.com/en/api/errors, with our code beside its type.
  anthropic: ({ message, status, code }, requestId) => ({
    type: 'error',
    error: { type: anthropicTypes[status] ?? byDefault(status, 'api_error'), message, ...(code && { code }) },
    request_id: requestId,
  }),
  // An error before a message was read has no id. Source: JSON-RPC 2.0, section 5.1.
  jsonrpc: ({ status, message, code, details }, requestId) => ({
    jsonrpc: '2.0',
    id: null,
    error: {
      code: status === 400 ? -32_600 : -32_000,
      message,
      data: { ...(code && { code }), ...details, requestId },
    },
  }),
  // Source: RFC 6749, section 5.2.
  oauth: ({ status, code, message }) => ({
    error: code !== undefined && oauthCodes.includes(code) ? code : byStatus(status),
    error_description: message,
  }),
  // Git shows its person a text of the server, and nothing else. Source: remote-curl.c, show_http_message.
  text: ({ message }) => `${message}\n`,
}

const oauthCodes = [
  'invalid_client',
  'invalid_grant',
  'invalid_target',
  'unsupported_grant_type',
  'unsupported_token_type',
]

const byStatus = (status: number) => {
  if (status >= 500) return 'server_error'
  return status === 429 ? 'temporarily_unavailable' : 'invalid_request'
}

const openAiTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_quota',
  403: 'permission_error',
  429: 'rate_limit_error',
}

const anthropicTypes: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
}

const byDefault = (status: number, ofServer: string) => (status >= 500 ? ofServer : 'invalid_request_error')

const firstPath = ({ fields }: Refusal['details']) => (fields as readonly InvalidField[] | undefined)?.[0]?.path ?? null
