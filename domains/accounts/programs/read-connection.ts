import type { FindClient } from './find-client.ts'
import { readHead, readRequest, type AuthorizationRequest, type Issuer } from './rules/authorization-request.ts'
import type { Client } from './rules/client.ts'
import { isNamedRedirect } from './rules/redirect.ts'
import { ProgramRefusal } from './rules/refusal.ts'

/** A request of a program that may be put to a person. */
interface ReadConnection extends AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
}

/** Reads a request in the order in which more of it may be believed. Throws a ProgramRefusal. */
export const readConnection = async (
  findClient: FindClient,
  { query, issuer, signal }: { readonly query: string; readonly issuer: Issuer; readonly signal: AbortSignal },
): Promise<ReadConnection> => {
  const head = readHead(query)
  const client = await findClient(head.clientId, signal)
  const { redirectUri } = head
  if (!isNamedRedirect(client.redirectUris, redirectUri)) throw new ProgramRefusal('redirect')
  return { client, redirectUri, ...readRequest(head, issuer) }
}
