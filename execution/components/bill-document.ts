import canonicalize from 'canonicalize'
import { v5 as uuidv5 } from 'uuid'
import { purlOf, type Component, type ComponentFile } from './component.ts'

export interface BillSubject {
  readonly project: string
  readonly repositoryId: string
  readonly commitSha: string
  /** When the commit was delivered. */
  readonly at: Date
  readonly supplier: string
}

// The namespace of names of commits in repositories.
const namespace = '6f3c8f0e-2a55-5d0a-9f3e-6d1c6b1b0d2a'

/**
 * The bill of materials of a delivered commit in CycloneDX 1.6: canonical JSON, the same for the same files. It is
 * marked incomplete if a file could not be read, or asks for packages that no lock file names. Source:
 * https://cyclonedx.org/docs/1.6/json.
 */
export const billDocument = (
  { project, repositoryId, commitSha, at, supplier }: BillSubject,
  files: readonly ComponentFile[],
): string => {
  const found = new Map<string, { readonly one: Component; readonly paths: Set<string> }>()
  for (const { path, components } of files)
    for (const one of components) {
      const purl = purlOf(one)
      const before = found.get(purl)
      if (before) before.paths.add(path)
      const isShipped = before?.one.isDevelopment === true && !one.isDevelopment
      if (!before || isShipped) found.set(purl, { one, paths: before?.paths ?? new Set([path]) })
    }
  const sorted = [...found].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const isComplete = files.every(({ state }) => state === 'locked')
  return canonicalize({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidv5(`${repositoryId} ${commitSha}`, namespace)}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      lifecycles: [{ phase: 'pre-build' }],
      supplier: { name: supplier },
      component: { type: 'application', 'bom-ref': commitSha, name: project, version: commitSha },
    },
    components: sorted.map(([purl, { one, paths }]) => ({
      type: 'library',
      'bom-ref': purl,
      purl,
      ...nameIn(one),
      version: one.version,
      scope: one.isDevelopment ? 'excluded' : 'required',
      ...(one.hash && { hashes: [one.hash] }),
      ...(one.address !== undefined && { externalReferences: [{ type: 'distribution', url: one.address }] }),
      properties: [...paths].toSorted().map((value) => ({ name: 'atelier:lockFile', value })),
    })),
    ...(!isComplete && { compositions: [{ aggregate: 'incomplete', assemblies: [commitSha] }] }),
    properties: files
      .filter(({ state }) => state !== 'locked')
      .map(({ path, state }) => ({ name: `atelier:${state}`, value: path })),
  })!
}

const nameIn = ({ type, name }: Component) => {
  const at = name.lastIndexOf(type === 'maven' ? ':' : '/')
  return at === -1 ? { name } : { group: name.slice(0, at), name: name.slice(at + 1) }
}
