import { v7 as uuidv7 } from 'uuid'
import { newLinkToken } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { lockProject } from '../../projects/index.ts'
import { createPreviewShare } from '../contract.ts'
import { entrancePath } from '../entrance.ts'
import type { DeploymentParts } from '../parts.ts'
import { deploymentSubject, presentShare } from '../present.ts'
import { shareExpiry, sharesMost } from '../rules.ts'
import { findDeployment } from '../store.ts'
import { countShares, insertShare } from '../store-shares.ts'

export default ({ previewSite }: DeploymentParts) =>
  handle(createPreviewShare, async ({ tx, params, body, caller, now, fail, absent, created }) => {
    if (!previewSite.isOn) return fail.switchedOff()
    const row = (await findDeployment(tx, params.id)) ?? absent()
    const { projectId, label } = row
    const project = (await lockProject(tx, projectId)) ?? absent()
    if (project.runtime.previews?.shareLinks !== true) return fail.notAllowed()
    if (row.status !== 'live') return fail.notServed()
    if ((await countShares(tx, label, now)) >= sharesMost) return fail.tooMany()
    const { token, tokenHash } = newLinkToken()
    const share = await insertShare(tx, {
      id: uuidv7(),
      projectId,
      label,
      tokenHash,
      note: body.note ?? null,
      createdBy: caller.userId,
      createdAt: now,
      expiresAt: shareExpiry(now, body.days),
    })
    const url = `${previewSite.urlOf(label)}${entrancePath}?share=${token}`
    return created(
      { ...presentShare(share), url },
      deploymentSubject(row, { shareId: share.id, expiresAt: share.expiresAt.toISOString() }),
    )
  })
