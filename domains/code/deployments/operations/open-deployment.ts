import { handle } from '../../../../platform/handler/index.ts'
import { openDeployment } from '../contract.ts'
import { entrancePath } from '../entrance.ts'
import type { DeploymentParts } from '../parts.ts'
import { deploymentSubject } from '../present.ts'
import { findDeployment } from '../store.ts'

export default ({ previewSite }: DeploymentParts) =>
  handle(openDeployment, async ({ tx, params, caller, workspace, now, fail, absent, ok }) => {
    const { isOn, tokens, urlOf } = previewSite
    if (!isOn) return fail.switchedOff()
    const row = (await findDeployment(tx, params.id)) ?? absent()
    if (row.status !== 'live') return fail.notServed()
    const { label, projectId } = row
    const visitor = { workspaceId: workspace, projectId, userId: caller.userId, label }
    const signed = tokens.sign('link', visitor, now) ?? fail.noKey()
    const url = `${urlOf(label)}${entrancePath}?token=${signed.token}`
    return ok({ url, expiresAt: signed.expiresAt }, deploymentSubject(row))
  })
