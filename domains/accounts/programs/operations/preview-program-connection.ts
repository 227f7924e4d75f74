import { handle } from '../../../../platform/handler/index.ts'
import { previewProgramConnection } from '../contract.ts'
import type { ProgramParts } from '../parts.ts'
import { readConnection } from '../read-connection.ts'
import { issuerAt } from '../rules/authorization-request.ts'
import { redirectWith, shownRedirect } from '../rules/redirect.ts'
import { ProgramRefusal } from '../rules/refusal.ts'

export default ({ findClient, originFor }: ProgramParts) =>
  handle(previewProgramConnection, async ({ body, header, signal, fail, ok }) => {
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
