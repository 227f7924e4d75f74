import { Readable } from 'node:stream'
import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { fileNameOf } from '../../artifacts/index.ts'
import { auditSubject } from '../audit-subject.ts'
import { readContent } from '../content.ts'
import { downloadDeliverableArtifact } from '../contract.ts'
import { findShown } from '../find-shown.ts'
import type { DownloadParts } from '../parts.ts'
import { findNamed, readNamed } from '../snapshot-file.ts'
import { readableSnapshot } from '../store-approvals.ts'

export default ({ objects }: DownloadParts) =>
  handle(downloadDeliverableArtifact, async ({ params, query, caller, read, commit, absent, fail }) => {
    const { row, revision, file, found } = await read(async (tx) => {
      const row = (await findShown(tx, params.cycleId, caller)) ?? absent()
      const revision = query.revision ?? row.submittedRevision
      const content = await readableSnapshot(tx, row.id, revision, isAgency(caller.role) ? null : caller.userId)
      const file = readContent(content ?? absent()).artifacts.find(({ name }) => name === params.filename) ?? absent()
      return { row, revision, file, found: await findNamed(tx, row, file) }
    })
    if (!found) return fail.notKept()
    const bytes = await readNamed(objects, found.from, file.sha256)
    if (bytes === 'notKept') return fail.notKept()
    if (bytes === 'differs') return fail.differs()
    return commit(async ({ ok }) =>
      ok(
        { mediaType: found.mediaType, fileName: fileNameOf(file.name), content: Readable.from([bytes]) },
        auditSubject(row, { revision, ...file }),
      ),
    )
  })
