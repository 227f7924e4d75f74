import { v7 as uuidv7 } from 'uuid'
import { newProgramToken, programTokenMs, type Scope } from '../../../platform/access/index.ts'
import { handle, type Context } from '../../../platform/handler/index.ts'
import { queueAndDeliver } from '../../../platform/mail/index.ts'
import { connectProgram, keysMost, lockAndCountKeys } from '../workspaces/index.ts'
import * as contract from './contract.ts'
import issueProgramTokens from './issue-program-tokens.ts'
import { type ProgramParts, type GivenParts, openFindClient } from './parts.ts'
import revokeProgramTokens from './revoke-program-tokens.ts'
import { issuerAt, readHead, readRequest } from './rules/authorization-request.ts'
import { redirectWith, shownRedirect, isNamedRedirect, ProgramRefusal } from './rules/client.ts'
import showMetadata from './show-metadata.ts'
import { insertAuthorizationCode } from './store.ts'

const approveProgramConnection = (parts: ProgramParts) =>
  handle(contract.approveProgramConnection, async (context) => {
    const { body, caller, fail, commit } = context
    const { client, redirectUri, issuer, state, challenge, canWrite } = await readConnection(parts, context)
    const { userId, person } = caller
    return commit(async ({ tx, now: createdAt, created }) => {
      if ((await lockAndCountKeys(tx, userId)) >= keysMost) return fail.tooManyKeys()
      const id = uuidv7()
      const { name, clientId, host } = client
      const scopes: Scope[] = body.canWrite && canWrite ? ['read', 'write'] : ['read']
      // Until the program takes its tokens, the connection lasts as long as its code.
      const expiresAt = new Date(createdAt.getTime() + programTokenMs.code)
      await connectProgram(tx, { id, userId, name, hint: host, clientId, scopes, expiresAt, createdAt })
      const { secret: code, tokenHash } = newProgramToken('code')
      await insertAuthorizationCode(tx, { tokenHash, apiKeyId: id, redirectUri, challenge, createdAt, expiresAt })
      await queueAndDeliver(parts.mailer, tx, {
        to: { name: person!.name, address: person!.email },
        ...programWasConnected(name, host),
      })
      return created(
        { redirectTo: redirectWith(redirectUri, { code, state, iss: issuer }) },
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

const previewProgramConnection = (parts: ProgramParts) =>
  handle(contract.previewProgramConnection, async (context) => {
    const { client, redirectUri, issuer, state, canWrite } = await readConnection(parts, context)
    return context.ok({
      name: client.name,
      clientId: client.clientId,
      clientHost: client.host,
      ...shownRedirect(redirectUri),
      canWrite,
      declineTo: redirectWith(redirectUri, { error: 'access_denied', state, iss: issuer }),
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

type PreviewContext = Pick<Context<typeof contract.previewProgramConnection>, 'body' | 'header' | 'signal' | 'fail'>

/** Reads the request of a program that may be put to a person, in the order in which more of it may be believed. */
const readConnection = async (
  { findClient, originFor }: ProgramParts,
  { body, header, signal, fail }: PreviewContext,
) => {
  try {
    const server = issuerAt(originFor(header('host')))
    const head = readHead(body.request)
    const client = await findClient(head.clientId, signal)
    const { redirectUri } = head
    if (!isNamedRedirect(client.redirectUris, redirectUri)) throw new ProgramRefusal('redirect')
    return { client, redirectUri, issuer: server.issuer, ...readRequest(head, server) }
  } catch (error) {
    if (error instanceof ProgramRefusal) return fail.programRefused(error.details)
    throw error
  }
}
