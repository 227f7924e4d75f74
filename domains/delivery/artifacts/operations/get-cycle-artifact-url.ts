import { handle } from '../../../../platform/handler/index.ts'
import { getCycleArtifactUrl } from '../contract.ts'
import type { LinkParts } from '../parts.ts'
import { signedAddress } from '../signed-address.ts'
import { cycleArtifactNamed } from '../store.ts'

export default (parts: LinkParts) =>
  handle(getCycleArtifactUrl, async ({ tx, params, workspace, now, absent, fail, ok }) => {
    const { id } = (await cycleArtifactNamed(tx, params.id, params.filename)) ?? absent()
    return ok(signedAddress(parts, { workspace, id, now }) ?? fail.noRootKey())
  })
