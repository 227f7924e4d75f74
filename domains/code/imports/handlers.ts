import { v7 as uuidv7 } from 'uuid'
import type { InvalidField, Static, HandlerBody } from '../../../platform/contract/index.ts'
import { baseAddressOf, type Fetcher } from '../../../platform/fetch/index.ts'
import { handle, type Subject } from '../../../platform/handler/index.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { isBranchName, storedFor, type fileRules, type ShownFinding } from '../../../execution/repositories/index.ts'
import { presentProject } from '../projects/index.ts'
import {
  beginUpload,
  finalizeUpload,
  type FinalizeParts,
  uploadProgress,
  receiveUpload,
  type ReceiveParts,
  type Rejection,
} from '../uploads/index.ts'
import { unboundFields } from '../uploads/rules.ts'
import type { CreateProjectImport, ProjectImportFinalized } from './contract.ts'
import * as contract from './contract.ts'
import { findImportedProject, makeProject, type ImportedProject } from './make-project.ts'
import { presentCreated, presentScan, presentStatus } from './present.ts'
import { scanInto, type ImportScanParts } from './record-scan.ts'
import { scanFetched } from './scan-fetched.ts'
import { takeSource } from './scan-source.ts'
import { claimScan, findScan, manifestOfScan } from './store-scans.ts'
import { importOfKey, insertImport, findImport, importSessions } from './store.ts'
import type { ImportRow } from './tables.ts'

const refusedFindings = (findings: readonly ShownFinding[]): Rejection<'findings_present'> => ({
  code: 'findings_present',
  fields: findings.map((finding) => ({
    path: finding.path ?? finding.pathBase64,
    message: sentenceOf(finding),
    rule: finding.rule,
  })),
})

const sentenceOf = ({ rule, commitSha, line, masked }: ShownFinding) => {
  const aboutFile = fileSentences[rule]
  return aboutFile === undefined
    ? `line ${line} of commit ${commitSha} holds a secret, ${masked}`
    : `commit ${commitSha} ${aboutFile}`
}

const fileSentences: Readonly<Record<string, string>> = {
  'protected-file': 'holds this file with credentials',
  'large-file': 'holds this file of more than 50 MiB',
  'unsearched-file':
    'holds this file, which was not searched for secrets: the history has more than 2 GiB in files of more than 1 MiB',
  'lfs-pointer': 'holds a pointer to Git LFS here, and the bundle not what it points to',
  submodule: 'holds a submodule here, and the bundle not its files',
} satisfies Record<(typeof fileRules)[number], string>

const createProjectImportScan = (parts: ImportScanParts) =>
  handle(contract.createProjectImportScan, ({ query, body, ...context }) =>
    scanInto(parts, context, async (key) => {
      const source = await takeSource(parts, body, { key, branch: query.branch, signal: context.signal })
      return source.fault === 'unknown' ? context.fail.neither() : source
    }),
  )

const createProjectImport = handle(
  contract.createProjectImport,
  async ({ tx, caller, body, now, fail, invalid, ok, created }) => {
    const { userId } = caller
    const { session, isNew } = await beginUpload(body, {
      find: () => importOfKey(tx, { userId, idempotencyKey: body.idempotencyKey }),
      add: async (payloadSha256) => {
        const faults = faultsOf(body)
        if (faults.length > 0) return invalid(faults)
        const scan = await claimScan(tx, { ...body, userId })
        return insertImport(tx, {
          ...body,
          id: scan ?? uuidv7(),
          userId,
          payloadSha256,
          manifest: body.manifest.text,
          status: scan === undefined ? 'accepting' : 'uploaded',
          now,
        })
      },
      keyReused: fail.keyReused,
    })
    const presented = presentCreated(session, now)
    if (!isNew) return ok(presented, { resource: ['import', session.id], repeated: true })
    const { name, bundleSha256, commitSha } = body
    return created(presented, { resource: ['import', session.id], metadata: { name, bundleSha256, commitSha } })
  },
)

const faultsOf = (body: HandlerBody<Static<typeof CreateProjectImport>>): InvalidField[] => [
  ...unboundFields(body),
  ...(isBranchName(body.defaultBranch)
    ? []
    : [{ path: 'defaultBranch', message: 'is not a name that git takes for a branch', rule: 'branch' }]),
]

const finalizeProjectImport = (parts: FinalizeParts) =>
  handle(contract.finalizeProjectImport, async (request) => {
    const { params, workspace, caller, body, signal, read, commit, fail, absent } = request
    const session = (await read((tx) => findImport(tx, { id: params.id, userId: caller.userId }))) ?? absent()
    return finalizeUpload(parts, request, {
      sessions: importSessions,
      session,
      repeat: () =>
        commit(async ({ tx, ok }) => {
          return ok(...finalized(session, (await findImportedProject(tx, session)) ?? absent(), true))
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

const getProjectImportScan = handle(contract.getProjectImportScan, async ({ tx, params, caller, absent, ok }) => {
  const scan = (await findScan(tx, { id: params.id, userId: caller.userId })) ?? absent()
  return ok(presentScan(scan, await manifestOfScan(tx, scan.id)))
})

const getProjectImportUpload = (objects: ObjectStore) =>
  handle(contract.getProjectImportUpload, async ({ tx, params, caller, now, resumption, absent, ok }) => {
    const session = (await findImport(tx, { id: params.id, userId: caller.userId })) ?? absent()
    return ok(await uploadProgress(objects, session, { key: importSessions.bundleKey(session.id), now, resumption }))
  })

const getProjectImport = handle(contract.getProjectImport, async ({ tx, params, caller, now, absent, ok }) =>
  ok(presentStatus((await findImport(tx, { id: params.id, userId: caller.userId })) ?? absent(), now)),
)

const wrongAddress = {
  path: 'url',
  message:
    'has to be a public https address without user, query or fragment, such as https://git.example.com/acme/shop',
  rule: 'address',
}

const scanGitAddress = (parts: ImportScanParts & { readonly fetcher: Fetcher }) =>
  handle(contract.scanGitAddress, ({ body, invalid, ...context }) => {
    const url = baseAddressOf(body.url.trim(), parts.fetcher)
    if (url === undefined) return invalid([wrongAddress])
    // Some servers answer only at one of the two, and redirect from the other, which the server does not follow.
    const urls = url.endsWith('.git') ? [url] : [`${url}.git`, url]
    const places = urls.map((one) => ({ url: one }))
    return scanFetched(parts, context, { places, branch: body.branch, from: { url } })
  })

const uploadProjectImportBundle = (parts: ReceiveParts) =>
  handle(
    contract.uploadProjectImportBundle,
    async ({ params, workspace, caller, body, signal, now, resumption, read, commit, fail, absent }) => {
      const session = (await read((tx) => findImport(tx, { id: params.id, userId: caller.userId }))) ?? absent()
      const request = { workspace, body, now, signal, resumption, fail }
      const accept = await receiveUpload(parts, importSessions, session, request)
      return commit(async ({ tx, now: at, ok }) => {
        const accepted = await accept(tx, at)
        const { id, sha256, sizeBytes } = accepted
        return ok(accepted, { resource: ['import', id], metadata: { sha256, sizeBytes } })
      })
    },
  )

export default (parts: FinalizeParts & ImportScanParts & { readonly fetcher: Fetcher }) => ({
  createProjectImport,
  createProjectImportScan: createProjectImportScan(parts),
  scanGitAddress: scanGitAddress(parts),
  getProjectImportScan,
  getProjectImport,
  uploadProjectImportBundle: uploadProjectImportBundle(parts),
  getProjectImportUpload: getProjectImportUpload(parts.objects),
  finalizeProjectImport: finalizeProjectImport(parts),
})
