import { v7 as uuidv7 } from 'uuid'
import { newProgramToken, programTokenMs } from '../../../platform/access/index.ts'
import { handle } from '../../../platform/handler/index.ts'
import { queueAndDeliver } from '../../../platform/mail/index.ts'
import { connectProgram, keysMost, lockAndCountKeys } from '../workspaces/index.ts'
import * as contract from './contract.ts'
import issueProgramTokens from './issue-program-tokens.ts'
import { type ProgramParts, type GivenParts, openFindClient, type FindClient } from './parts.ts'
import revokeProgramTokens from './revoke-program-tokens.ts'
import {
  issuerAt,
  readHead,
  readRequest,
  type AuthorizationRequest,
  type Issuer,
} from './rules/authorization-request.ts'
import { redirectWith, shownRedirect, isNamedRedirect, ProgramRefusal, type Client } from './rules/client.ts'
import showMetadata from './show-metadata.ts'
import { insertAuthorizationCode } from './store.ts'

const approveProgramConnection = ({ findClient, originFor, mailer }: ProgramParts) =>
  handle(contract.approveProgramConnection, async ({ body, caller, header, signal, fail, commit }) => {
    const issuer = issuerAt(originFor(header('host')))
    const read = await readConnection(findClient, { query: body.request, issuer, signal }).catch((error: unknown) => {
      if (error instanceof ProgramRefusal) return fail.programRefused(error.details)
      throw error
    })
    const { client, redirectUri, state, challenge, canWrite } = read
    const { userId, person } = caller
    return commit(async ({ tx, now, created }) => {
      if ((await lockAndCountKeys(tx, userId)) >= keysMost) return fail.tooManyKeys()
      const id = uuidv7()
      const { name, clientId, host: clientHost } = client
      const scopes = body.canWrite && canWrite ? (['read', 'write'] as const) : (['read'] as const)
      // Until the program takes its tokens, the connection lasts as long as its code.
      const expiresAt = new Date(now.getTime() + programTokenMs.code)
      await connectProgram(tx, { id, userId, name, clientHost, clientId, scopes, expiresAt, now })
      const { secret: code, tokenHash } = newProgramToken('code')
      await insertAuthorizationCode(tx, { tokenHash, apiKeyId: id, redirectUri, challenge, createdAt: now, expiresAt })
      await queueAndDeliver(mailer, tx, {
        to: { name: person!.name, address: person!.email },
        ...programWasConnected(name, clientHost),
      })
      return created(
        { redirectTo: redirectWith(redirectUri, { code, state, iss: issuer.issuer }) },
        { resource: ['api_key', id], parent: ['member', userId], metadata: { name, clientId, scopes } },
      )
    })
  })

const programWasConnected = (name: string, host: string) => ({
  subject: 'A program was connected',
  kind: 'program.was_connected',
  paragraphs: [
    `The program “${name}” of ${host} was connected to your Atelier account. It works in your name until you revoke it.`,
    'If it was not you, sign in and revoke it under “API keys”, then choose a new password: someone is signed in as you.',
  ],
})

const previewProgramConnection = ({ findClient, originFor }: ProgramParts) =>
  handle(contract.previewProgramConnection, async ({ body, header, signal, fail, ok }) => {
    const issuer = issuerAt(originFor(header('host')))
    const read = await readConnection(findClient, { query: body.request, issuer, signal }).catch((error: unknown) => {
      if (error instanceof ProgramRefusal) return fail.programRefused(error.details)
      throw error
    })
    const { client, redirectUri, state, canWrite } = read
    return ok({
      name: client.name,
      clientId: client.clientId,
      clientHost: client.host,
      ...shownRedirect(redirectUri),
      canWrite,
      declineTo: redirectWith(redirectUri, { error: 'access_denied', state, iss: issuer.issuer }),
    })
  })

export const programRoutes = ({ fetcher, ...given }: GivenParts) => {
  const parts = { ...given, findClient: openFindClient(fetcher) }
  return {
    previewProgramConnection: previewProgramConnection(parts),
    approveProgramConnection: approveProgramConnection(parts),
  }
}

export const oauthRoutes = (parts: Pick<GivenParts, 'database' | 'originFor'>) => ({
  ...showMetadata(parts),
  issueProgramTokens: issueProgramTokens(parts),
  revokeProgramTokens: revokeProgramTokens(parts),
})

/** A request of a program that may be put to a person. */
interface ReadConnection extends AuthorizationRequest {
  readonly client: Client
  readonly redirectUri: string
}

/** Reads a request in the order in which more of it may be believed. Throws a ProgramRefusal. */
const readConnection = async (
  findClient: FindClient,
  { query, issuer, signal }: { readonly query: string; readonly issuer: Issuer; readonly signal: AbortSignal },
): Promise<ReadConnection> => {
  const head = readHead(query)
  const client = await findClient(head.clientId, signal)
  const { redirectUri } = head
  if (!isNamedRedirect(client.redirectUris, redirectUri)) throw new ProgramRefusal('redirect')
  return { client, redirectUri, ...readRequest(head, issuer) }
}
