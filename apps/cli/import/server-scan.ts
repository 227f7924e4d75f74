import { createReadStream } from 'node:fs'
import { imports } from '../../../domains/code/imports/contract.ts'
import { sealManifest, type Manifest } from '../../../execution/repositories/index.ts'
import type { Client } from '../client/client.ts'
import { failed, Failure } from '../failure.ts'
import type { Session } from '../session.ts'

interface Bundle {
  readonly bundlePath: string
  readonly bundleSizeBytes: number
  readonly branch: string
}

interface ReviewedSending<T> {
  readonly manifest: Manifest
  readonly review: (manifest: Manifest) => Promise<unknown>
  readonly send: (manifest: Manifest) => Promise<T>
}

/**
 * Sends the reviewed manifest. A server of another version may have other findings in the history, and then refuses the
 * manifest: its own scan is asked for, `review` has a person look at that, and the manifest is sent again.
 */
export const sendReviewed = async <T>(
  session: Session,
  client: Client,
  bundle: Bundle,
  { manifest, review, send }: ReviewedSending<T>,
): Promise<T> => {
  try {
    return await send(manifest)
  } catch (error) {
    if (!findsOthers(error)) throw error
    session.output.say(
      'The server scans by other rules than this command line, which is of another version. It scans the history now …',
    )
    const theirs = await asServerFinds(client, bundle, manifest)
    await review(theirs)
    return await send(theirs)
  }
}

interface FieldError {
  readonly path: string
  readonly rule: string
}

/** Whether nothing but the findings was other than the server found. */
export const findsOthers = (error: unknown): boolean => {
  if (!(error instanceof Failure && error.code === 'bundle_rejected')) return false
  const { fields = [] } = error.details as { readonly fields?: readonly FieldError[] }
  return fields.length === 1 && fields[0]!.path === 'manifest.findings' && fields[0]!.rule === 'manifest_differs'
}

/** The manifest with the findings of the server. */
const asServerFinds = async (client: Client, bundle: Bundle, own: Manifest): Promise<Manifest> => {
  const body = { content: createReadStream(bundle.bundlePath), sizeBytes: bundle.bundleSizeBytes }
  const scan = await client.call(imports.createProjectImportScan, { query: { branch: bundle.branch }, body })
  const { commitSha, findings } = scan.manifest as unknown as Manifest['manifest']
  if (commitSha !== own.manifest.commitSha)
    throw failed('scan_differs', 'The server scanned another commit than was sent. Update this command line.')
  // A value beyond the findings that the server shows is a finding too, with its value hidden.
  const shown = findings.map((finding, at) => ({
    ...finding,
    masked: scan.findings[at]?.masked ?? '••••',
    status: scan.findings[at]?.status ?? 'current',
  }))
  return { ...sealManifest({ ...own.manifest, findings }), findings: shown }
}
