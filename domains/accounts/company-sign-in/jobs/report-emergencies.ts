import { record } from '../../../../platform/audit/index.ts'
import { inDueWorkspaces, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { GivenParts } from '../flow-cookie.ts'
import { emergenciesDueIn, emergencySignIns } from '../store-identities.ts'
import { claimEmergency } from '../store.ts'
import { tellOwners } from './letters.ts'

type ReportParts = Pick<GivenParts, 'database' | 'mailer' | 'linkTo'>

/** Records each sign-in with the emergency passkey of a workspace, and writes to all its owners. */
export const reportEmergencies = (parts: ReportParts, context: ScheduledContext): Promise<void> =>
  inDueWorkspaces(parts.database, emergenciesDueIn, (workspace) => reportIn(parts, workspace), context)

const reportIn = async (parts: ReportParts, workspace: string) => {
  const signIns = await parts.database.identity((tx) => emergencySignIns(tx, { workspaceId: workspace }))
  await parts.database.within(workspace, async (tx) => {
    for (const { sessionId, providerId, userId, name, at } of signIns) {
      if (!(await claimEmergency(tx, { sessionId }))) continue
      record(tx, {
        actor: { type: 'user', id: userId },
        source: 'web',
        action: 'identity_provider.emergency',
        category: 'auth',
        outcome: 'success',
        severity: 'critical',
        resource: ['identity_provider', providerId],
        details: { sessionId, at: at.toISOString() },
      })
      await tellOwners(tx, parts, {
        kind: 'company_sign_in.emergency',
        subject: 'Somebody signed in with the emergency passkey',
        paragraphs: [
          `${name} signed in to your workspace with the emergency passkey, without your company’s identity provider, at ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
          'If that was not meant, end the sessions of the person, and choose another emergency passkey.',
        ],
      })
    }
  })
}
