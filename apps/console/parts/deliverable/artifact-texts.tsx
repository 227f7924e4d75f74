import { lazy } from 'react'
import { downloadDeliverableArtifact } from '../../../../domains/delivery/deliverables/contract.ts'
import { open } from '../../api/client.ts'
import type { SnapshotContent } from './snapshot.ts'

// Most deliveries have no text, and the first piece of the portal is small.
const ArtifactText = lazy(async () => ({ default: (await import('./artifact-text.tsx')).ArtifactText }))

const textsMost = 2

/** The first texts among the files of a version: texts that need no program to read. */
export const textsAmong = ({ artifacts }: Pick<SnapshotContent, 'artifacts'>) =>
  artifacts.filter(({ name }) => /\.(md|markdown|txt)$/i.test(name)).slice(0, textsMost)

interface ArtifactTextsProps {
  readonly cycleId: string
  readonly shown: Pick<SnapshotContent, 'artifacts' | 'revision'>
  readonly headers?: Readonly<Record<string, string>>
}

/** The first texts that a published version names, to be read in their place. Nothing without texts. */
export const ArtifactTexts = ({ cycleId, shown, headers }: ArtifactTextsProps) =>
  textsAmong(shown).map(({ name, sha256 }) => (
    <ArtifactText
      key={name}
      name={name}
      sha256={sha256}
      cacheKey={`deliverable ${cycleId} ${shown.revision} ${name}`}
      read={() =>
        open(
          downloadDeliverableArtifact,
          { params: { cycleId, filename: name }, query: { revision: shown.revision } },
          headers,
        )
      }
    />
  ))
