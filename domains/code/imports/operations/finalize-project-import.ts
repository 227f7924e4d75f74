import { v7 as uuidv7 } from 'uuid'
import type { Static } from '../../../../platform/contract/index.ts'
import { handle, type Subject } from '../../../../platform/handler/index.ts'
import {
  checkBundle,
  dropBundle,
  endRejected,
  needsVault,
  takeClaim,
  underClaim,
  wrongOffer,
  type CheckParts,
  type ClaimParts,
  type Rejection,
} from '../../uploads/index.ts'
import { statusAt } from '../../uploads/rules.ts'
import { presentProject } from '../../projects/index.ts'
import { finalizeProjectImport, type ProjectImportFinalized } from '../contract.ts'
import { findMade, makeProject, type Made, type MakeParts } from '../make-project.ts'
import { findImport, importSessions } from '../store.ts'
import type { ImportRow } from '../tables.ts'

export type FinalizeParts = ClaimParts & CheckParts & MakeParts

export default (parts: FinalizeParts) =>
  handle(
    finalizeProjectImport,
    async ({ params, caller, workspace, body, now, signal, read, commit, fail, absent, invalid }) => {
      const found = await read((tx) => findImport(tx, params.id, caller.userId))
      const session = found ?? absent()
      const stands = statusAt(session, now)
      if (stands === 'finalized') {
        return commit(async ({ tx, ok }) => ok(...finalized(session, (await findMade(tx, session)) ?? absent(), true)))
      }
      if (stands === 'expired') return fail.expired()
      if (stands === 'accepting') return fail.notUploaded()
      const reject = ({ code, fields }: Rejection) =>
        code === 'findings_present' ? fail.findings({ fields }) : fail.rejected({ fields })
      if (stands === 'rejected') return reject(session.rejection!)
      const named = await read((tx) => importSessions.protectedIn(tx, session.id))
      const wrong = wrongOffer(body, named)
      if (wrong.length > 0) return invalid(wrong)
      if (!parts.vault.available && needsVault(body)) return fail.noVault()
      const claim = (await takeClaim(parts, workspace, importSessions, session)) ?? fail.claimed()
      if ('limit' in claim) return fail.sandboxesInUse(claim)
      const repositoryId = uuidv7()
      const bundleKey = importSessions.bundleKey(session.id)
      // A commit may have arrived although its answer was lost: the row decides whose repository this is.
      const after = async (state: { status: string } | undefined) => {
        if (state?.status !== 'finalized') await parts.repositories.remove(repositoryId)
      }
      const done = await underClaim(parts, claim, { after }, async () => {
        const manifest = await read((tx) => importSessions.manifestOf(tx, session.id))
        const stopsAtFindings = session.historyMode === 'abort_on_findings'
        const checked = await checkBundle(parts, { session, manifest, bundleKey, named, stopsAtFindings }, signal)
        if (checked.fault === 'disk-full') return fail.diskFull()
        if (checked.fault === 'missing') {
          await dropBundle(parts, claim)
          return fail.notUploaded()
        }
        if (checked.fault) {
          await endRejected(parts, claim, checked.rejection)
          return reject(checked.rejection)
        }
        return commit(async ({ tx, now: at, created }) => {
          const making = { claim, repositoryId, checked, offered: body, userId: caller.userId, now: at }
          const made = await makeProject(parts, tx, making)
          if (made === 'claim-lost') return fail.claimed()
          return created(...finalized(session, made))
        }).catch(async (error: unknown) => {
          await parts.repositories.discard(checked.quarantine)
          throw error
        })
      })
      await parts.objects.remove(bundleKey)
      return done
    },
  )

const finalized = (
  session: ImportRow,
  { project, revision }: Made,
  repeated?: true,
): [Static<typeof ProjectImportFinalized>, Subject] => [
  {
    importId: session.id,
    // Imports are the agency's own, and so is what their answer shows.
    project: presentProject(project, 'member'),
    projectId: project.id,
    revisionId: revision.id,
    generation: revision.generation,
    commitSha: revision.commitSha,
    manifestSha256: revision.manifestSha256,
  },
  {
    resource: ['project', project.id],
    metadata: { importId: session.id, revisionId: revision.id, commitSha: revision.commitSha, name: project.name },
    ...(repeated && { repeated }),
  },
]
