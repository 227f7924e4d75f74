import { handle } from '../../../platform/handler/index.ts'
import type { ProgramParts } from './parts.ts'
import { showAuthorizationServer, showProtectedResource, showProtectedResourceAtRoot } from './protocol.ts'
import { issuerAt } from './rules/authorization-request.ts'

const scopes = ['read', 'write']

/** The documents by which a program finds out how it is connected. */
export default ({ originFor }: Pick<ProgramParts, 'originFor'>) => {
  const resourceAt = (host: string | undefined) => {
    const { issuer, resource } = issuerAt(originFor(host))
    return {
      resource,
      resource_name: 'Atelier',
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
    }
  }
  return {
    showProtectedResource: handle(showProtectedResource, async ({ header, ok }) => ok(resourceAt(header('host')))),
    showProtectedResourceAtRoot: handle(showProtectedResourceAtRoot, async ({ header, ok }) =>
      ok(resourceAt(header('host'))),
    ),
    showAuthorizationServer: handle(showAuthorizationServer, async ({ header, ok }) => {
      const issuer = originFor(header('host'))
      return ok({
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        scopes_supported: scopes,
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      })
    }),
  }
}
