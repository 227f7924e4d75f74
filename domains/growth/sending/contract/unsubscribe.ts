import { bytes, foundBy, operation, to } from '../../../../platform/contract/index.ts'
import { noVault } from '../../../code/secrets/contract/refusals.ts'

declare module '../../../../platform/contract/access.ts' {
  interface WorkspaceKeys {
    unsubscribe: 'token'
  }
}

const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  // The form on the page comes from this origin, which this header proves.
  'referrer-policy': 'same-origin',
}
const unsubscribePage = bytes('text/html; charset=utf-8', pageHeaders)
const byToken = foundBy('unsubscribe', 'params.token')

export const showGrowthUnsubscribe = operation({
  method: 'GET',
  path: '/v1/api/growth/unsubscribe/{token}',
  summary: 'Show the page on which a recipient unsubscribes; to read it changes nothing',
  reach: 'transfer',
  access: to('public'),
  workspace: byToken,
  replies: { 200: unsubscribePage },
  errors: { noVault },
})

export const unsubscribeFromGrowth = operation({
  method: 'POST',
  path: '/v1/api/growth/unsubscribe/{token}',
  summary: 'Unsubscribe by the link in a mail, by its page or with one click of a mail program (RFC 8058)',
  reach: 'transfer',
  access: to('public'),
  workspace: byToken,
  body: {
    ...bytes('application/x-www-form-urlencoded'),
    also: ['multipart/form-data', 'text/plain', 'application/octet-stream'],
    isTypeOptional: true,
  },
  bodyLimit: 65_536,
  replay: false,
  replies: { 200: unsubscribePage },
  errors: { noVault },
  audit: {
    none: 'The recipient is no person of the workspace: its row has no person as the actor.',
    elsewhere: ['growth_lead.unsubscribe'],
  },
})
