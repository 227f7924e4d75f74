import { handle } from '../../../../platform/handler/index.ts'
import { getProjectArtifactUrl } from '../contract.ts'
import type { LinkParts } from '../parts.ts'
import { signedAddress } from '../signed-address.ts'
import { projectArtifactNamed } from '../store.ts'

export default (parts: LinkParts) =>
  handle(getProjectArtifactUrl, async ({ tx, params, workspace, now, absent, fail, ok }) => {
    const { id } = (await projectArtifactNamed(tx, params.id, params.filename)) ?? absent()
    return ok(signedAddress(parts, { workspace, id, now }) ?? fail.noRootKey())
  })
