import { openFindClient } from './find-client.ts'
import approveProgramConnection from './operations/approve-program-connection.ts'
import issueProgramTokens from './issue-program-tokens.ts'
import previewProgramConnection from './operations/preview-program-connection.ts'
import revokeProgramTokens from './revoke-program-tokens.ts'
import showMetadata from './show-metadata.ts'
import type { GivenParts } from './parts.ts'

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
