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
  type Claim,
  type ClaimParts,
} from '../../uploads/index.ts'
import { statusAt } from '../../uploads/rules.ts'
import { advanceProject, hindranceOf, lostEntries, type AdvanceParts, type Hindrance } from '../advance.ts'
import { alignProject } from '../align-branch.ts'
import { finalizeProjectRevisionUpload, type ProjectRevisionFinalized } from '../contract.ts'
import { findRevision, headRevision } from '../store.ts'
import { findUpload, uploadSessions } from '../store-uploads.ts'
import type { RevisionRow, UploadRejection, UploadRow } from '../tables.ts'

export type FinalizeParts = ClaimParts & CheckParts & AdvanceParts

export default (parts: FinalizeParts) =>
  handle(
    finalizeProjectRevisionUpload,
    async ({ params, caller, workspace, body, now, signal, read, commit, fail, absent, invalid }) => {
      const place = { id: params.uploadId, projectId: params.id, userId: caller.userId }
      const upload = (await read((tx) => findUpload(tx, place))) ?? absent()
      const stands = statusAt(upload, now)
      if (stands === 'finalized')
        return commit(async ({ tx, ok }) => {
          const revision = (await findRevision(tx, upload.revisionId!)) ?? absent()
          return ok(...finalized(upload, revision, true))
        })
      if (stands === 'expired') return fail.expired()
      if (stands === 'accepting') return fail.notUploaded()
      const reject = ({ code, fields }: UploadRejection) =>
        code === 'not_fast_forward' ? fail.notFastForward({ fields }) : fail.rejected({ fields })
      if (stands === 'rejected') return reject(upload.rejection!)
      const refuse = (hindrance: Hindrance) =>
        hindrance === 'changing' ? fail.taskActive() : hindrance === 'moved' ? fail.headMoved() : fail.claimed()
      const named = await read((tx) => uploadSessions.protectedIn(tx, upload.id))
      const wrong = wrongOffer(body, named)
      if (wrong.length > 0) return invalid(wrong)
      if (!parts.vault.available && needsVault(body)) return fail.noVault()
      const hindrance = await read(async (tx) =>
        hindranceOf(parts, tx, upload, await headRevision(tx, upload.projectId)),
      )
      if (hindrance) return refuse(hindrance)
      const lost = await read((tx) => lostEntries(tx, upload.projectId, body))
      if (lost.length > 0) return invalid(lost)
      const claim = (await takeClaim(parts, workspace, uploadSessions, upload)) ?? fail.claimed()
      if ('limit' in claim) return fail.sandboxesInUse(claim)
      const undo = () => parts.database.within(workspace, (tx) => alignProject(parts.repositories, tx, params.id))
      const done = await underClaim(parts, claim, { undo }, async () => {
        const checked = await check(parts, claim, named, signal)
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
          const advanced = await advanceProject(parts, tx, { claim, checked, offered: body, named, now: at })
          if (Array.isArray(advanced)) return invalid(advanced)
          return typeof advanced === 'string' ? refuse(advanced) : created(...finalized(upload, advanced))
        }).catch(async (error: unknown) => {
          await parts.repositories.discard(checked.quarantine)
          throw error
        })
      })
      await parts.objects.remove(uploadSessions.bundleKey(upload.id))
      return done
    },
  )

/** The bundle against what was declared; then its commit against the revision that it was made from, which has to be in its history. */
const check = async (
  parts: FinalizeParts,
  { workspace, session }: Claim<UploadRow>,
  named: ReadonlySet<string>,
  signal: AbortSignal,
) => {
  const { database, repositories } = parts
  const manifest = await database.reading(workspace, (tx) => uploadSessions.manifestOf(tx, session.id))
  const bundleKey = uploadSessions.bundleKey(session.id)
  const checked = await checkBundle(parts, { session, manifest, bundleKey, named, stopsAtFindings: false }, signal)
  if (checked.fault)
    return checked.fault === 'rejected' ? rejected('bundle_rejected', checked.rejection.fields) : checked
  const before = (await database.reading(workspace, (tx) => findRevision(tx, session.expectedRevisionId)))!
  if (await repositories.descendsFrom(checked.quarantine, before.commitSha)) return checked
  await repositories.discard(checked.quarantine)
  const message = `does not have ${before.commitSha} in its history`
  return rejected('not_fast_forward', [{ path: 'commitSha', message, rule: 'fast_forward' }])
}

const rejected = (code: UploadRejection['code'], fields: UploadRejection['fields']) =>
  ({ fault: 'rejected', rejection: { code, fields } }) as const

const finalized = (
  { id: uploadId, projectId }: UploadRow,
  { id: revisionId, generation, commitSha, manifestSha256 }: RevisionRow,
  repeated?: true,
): [Static<typeof ProjectRevisionFinalized>, Subject] => [
  { uploadId, projectId, revisionId, generation, commitSha, manifestSha256 },
  {
    resource: ['project', projectId],
    metadata: { uploadId, revisionId, generation, commitSha },
    ...(repeated && { repeated }),
  },
]
