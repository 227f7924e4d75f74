import type { InvalidField } from '../../../platform/contract/index.ts'
import { inspectStored, manifestOf, type CheckPlace, type StoredInspectParts } from '../uploads/index.ts'
import { manifestBodyBytes } from '../uploads/contract.ts'
import type { ScanSource } from './scan-source.ts'
import type { ScanReport } from './tables.ts'

interface Scanned {
  readonly fields?: undefined
  readonly manifest: string
  readonly manifestSha256: string
  readonly report: ScanReport
}

const shownMost = 1_000
// A declaration holds the manifest and little else.
const manifestMostBytes = manifestBodyBytes - 64 * 1024

/** Checks a stored bundle as a finalize does, and says what is in it, or why no import would take it. */
export const scanBundle = async (
  parts: StoredInspectParts,
  { id, key, source }: { readonly id: string; readonly key: string; readonly source: ScanSource },
  at: CheckPlace,
): Promise<Scanned | { readonly fields: InvalidField[] }> => {
  const { branch, commitSha, stored } = source
  const bundle = { id, bundleKey: key, bundleSizeBytes: stored.sizeBytes, commitSha, branch }
  const inspected = await inspectStored(parts, bundle, at)
  if (!inspected) throw new Error(`The bundle of the scan ${id} is not there any more`)
  if (!inspected.ok) return { fields: [...inspected.rejected] }
  try {
    const made = await manifestOf(
      inspected.quarantine,
      { protected: source.protected, findingsMost: shownMost },
      at.signal,
    )
    if ('fault' in made) return { fields: [made.fault] }
    if (made.text.length > manifestMostBytes) return { fields: [tooLarge] }
    const { manifestSha256, findingsTotal } = made
    const findings = made.findings.map(({ path, pathBase64, ...finding }) => ({ path: path ?? pathBase64, ...finding }))
    const leftOut = source.leftOut.slice(0, shownMost)
    const totals = { findingsTotal, leftOutTotal: source.leftOut.length }
    const report = { protected: [...made.protected], findings, leftOut, ...totals }
    return { manifest: new TextDecoder().decode(made.text), manifestSha256, report }
  } finally {
    await parts.repositories.discard(inspected.quarantine)
  }
}

const tooLarge = {
  path: 'manifest',
  rule: 'too_large',
  message: `The manifest of its files has more than ${manifestMostBytes} bytes, and no import takes that.`,
}
