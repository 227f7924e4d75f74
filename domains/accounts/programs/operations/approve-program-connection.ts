import { v7 as uuidv7 } from 'uuid'
import { newProgramToken, programTokenMs } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { queueAndDeliver } from '../../../../platform/mail/index.ts'
import { connectProgram, keysMost, lockAndCountKeys } from '../../workspaces/index.ts'
import { approveProgramConnection } from '../contract.ts'
import type { ProgramParts } from '../parts.ts'
import { readConnection } from '../read-connection.ts'
import { issuerAt } from '../rules/authorization-request.ts'
import { redirectWith } from '../rules/redirect.ts'
import { ProgramRefusal } from '../rules/refusal.ts'
import { keepCode } from '../store.ts'

export default ({ findClient, originFor, mailer }: ProgramParts) =>
  handle(approveProgramConnection, async ({ body, caller, header, signal, fail, commit }) => {
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
      await keepCode(tx, { tokenHash, apiKeyId: id, redirectUri, challenge, createdAt: now, expiresAt })
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
