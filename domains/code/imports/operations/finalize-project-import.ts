import { v7 as uuidv7 } from 'uuid'
import { storedFor } from '../../../../execution/repositories/index.ts'
import type { Static } from '../../../../platform/contract/index.ts'
import { handle, type Subject } from '../../../../platform/handler/index.ts'
import { presentProject } from '../../projects/index.ts'
import { finalizeUpload, type FinalizeParts } from '../../uploads/index.ts'
import { finalizeProjectImport, type ProjectImportFinalized } from '../contract.ts'
import { findImportedProject, makeProject, type ImportedProject } from '../make-project.ts'
import { refusedFindings } from '../refused-findings.ts'
import { findImport, importSessions } from '../store.ts'
import type { ImportRow } from '../tables.ts'

export default (parts: FinalizeParts) =>
  handle(finalizeProjectImport, async (request) => {
    const { params, workspace, caller, body, signal, read, commit, fail, absent } = request
    const session = (await read((tx) => findImport(tx, params.id, caller.userId))) ?? absent()
    return finalizeUpload(parts, request, {
      sessions: importSessions,
      session,
      repeat: () =>
        commit(async ({ tx, ok }) => {
          const made = (await findImportedProject(tx, session)) ?? absent()
          return ok(...finalized(session, made, true))
        }),
      reject: ({ code, fields }) =>
        code === 'findings_present' ? fail.findings({ fields }) : fail.rejected({ fields }),
      judge: async ({ findings }) =>
        session.historyMode === 'abort_on_findings' && findings.length > 0 ? refusedFindings(findings) : undefined,
      make: async (claim, bundle) => {
        const place = { workspace, repositoryId: storedFor(bundle.quarantine) ?? uuidv7() }
        const stored = await parts.repositories.store(bundle.quarantine, place, signal)
        return commit(async ({ tx, now, created }) => {
          const making = { claim, bundle, stored, content: body, userId: caller.userId, now }
          const made = await makeProject(parts, tx, making)
          if (made === 'claim-lost') return fail.claimed()
          return created(...finalized(session, made))
        })
      },
    })
  })

const finalized = (
  session: ImportRow,
  { project, revision }: ImportedProject,
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
