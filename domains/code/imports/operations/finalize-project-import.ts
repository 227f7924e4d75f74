import { v7 as uuidv7 } from 'uuid'
import type { Static, Taken } from '../../../../platform/contract/index.ts'
import { handle, type Subject } from '../../../../platform/handler/index.ts'
import { presentProject } from '../../projects/index.ts'
import { checkBundle, type CheckParts } from '../check-bundle.ts'
import { bundleKey } from '../present.ts'
import { dropBundle, endRejected, takeClaim, underClaim, type ClaimParts } from '../claim.ts'
import { finalizeProjectImport, type FinalizeProjectImport, type ProjectImportFinalized } from '../contract.ts'
import { findMade, makeProject, type Made, type MakeParts } from '../make-project.ts'
import { offeredFields, offeredPaths, statusAt } from '../rules.ts'
import { declaredManifest, findImport, namedAmong } from '../store.ts'
import type { ImportRejection, ImportRow } from '../tables.ts'

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
      const reject = ({ code, fields }: ImportRejection) =>
        code === 'findings_present' ? fail.findings({ fields }) : fail.rejected({ fields })
      if (stands === 'rejected') return reject(session.rejection!)
      const named = await read((tx) => namedAmong(tx, session.id, offeredPaths(body)))
      const wrong = offeredFields(body, named)
      if (wrong.length > 0) return invalid(wrong)
      if (!parts.vault.available && needsVault(body)) return fail.noVault()
      const claim = (await takeClaim(parts, workspace, session, uuidv7())) ?? fail.claimed()
      if ('limit' in claim) return fail.sandboxesInUse(claim)
      const done = await underClaim(parts, claim, async () => {
        const manifest = await read((tx) => declaredManifest(tx, session.id))
        const checked = await checkBundle(parts, { session, manifest }, signal)
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
          const making = { claim, checked, offered: body, userId: caller.userId, now: at }
          const made = await makeProject(parts, tx, making)
          if (made === 'claim-lost') return fail.claimed()
          return created(...finalized(session, made))
        }).catch(async (error: unknown) => {
          await parts.repositories.discard(checked.quarantine)
          throw error
        })
      })
      await parts.objects.remove(bundleKey(session.id))
      return done
    },
  )

const needsVault = ({ protectedFiles, secrets }: Taken<Static<typeof FinalizeProjectImport>>) =>
  protectedFiles.length > 0 || (secrets.entries ?? []).length > 0

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
    within: { projectId: project.id },
    metadata: { importId: session.id, revisionId: revision.id, commitSha: revision.commitSha, name: project.name },
    ...(repeated && { repeated }),
  },
]
