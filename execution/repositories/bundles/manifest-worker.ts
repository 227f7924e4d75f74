import { parentPort } from 'node:worker_threads'
import canonicalize from 'canonicalize'
import { manifestOf, type Manifest, type ProtectedPath, type ScannedHistory } from './manifest.ts'
import type { ManifestRequest, ManifestResult } from './manifest-thread.ts'

if (!parentPort) throw new Error('manifest-worker.ts is started by manifest-thread.ts')
const port = parentPort

const findingsShown = 100

const answer = async ({ gitDir, commitSha, timeoutMs, ...request }: ManifestRequest): Promise<ManifestResult> => {
  const declared = request.declared === undefined ? undefined : (JSON.parse(request.declared) as Declared)
  const protectedPaths = declared?.protected ?? request.protected ?? []
  const since = request.since === undefined ? undefined : (JSON.parse(request.since) as ScannedHistory)
  const options = { protected: protectedPaths, since, ...(timeoutMs !== undefined && { timeoutMs }) }
  const { manifest, findings, canonical, manifestSha256 } = await manifestOf(gitDir, commitSha, options)
  return {
    manifestSha256,
    text: new TextEncoder().encode(canonical),
    findings: findings.slice(0, request.findingsMost ?? findingsShown),
    findingsTotal: findings.length,
    protected: manifest.protected,
    differing: declared && canonical !== request.declared ? differences(declared, manifest) : [],
  }
}

type Declared = Readonly<Record<string, unknown>> & { readonly protected: readonly ProtectedPath[] }

/** The names of the parts that are not the same in both. */
const differences = (declared: Declared, made: Manifest['manifest']) => {
  const mine = made as unknown as Readonly<Record<string, unknown>>
  const names = new Set([...Object.keys(mine), ...Object.keys(declared)])
  return [...names].filter((name) => canonicalize(mine[name]) !== canonicalize(declared[name]))
}

port.on('message', (request: ManifestRequest) => {
  answer(request).then(
    (result) => port.postMessage(result, [result.text.buffer]),
    ({ name, message }: Error) => port.postMessage({ failure: { name, message } }),
  )
})
