import { listProjectImageBuilds } from '../../../../../domains/code/sandboxes/contract.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { Section } from '../../../parts/section.tsx'
import { useProjectWords } from '../../../words/project/index.ts'
import { useState } from 'react'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { joined } from '../../../parts/text/joined.tsx'
import type { StateBadge } from '../../../states.ts'
import { useServerWords } from '../../../words/server/index.ts'
import './image-builds.css'

const buildingReadEveryMs = 2_000
const readEveryMs = 15_000

/** The builds of a project's sandbox images, newest first; nothing before the first build. */
export const ImageBuildsSection = ({ projectId }: { readonly projectId: string }) => {
  const { imageBuilds: words } = useProjectWords()
  const of = { params: { id: projectId } }
  const builds = useReply(listProjectImageBuilds, of)
  const isBuilding = builds.some(({ status }) => status === 'building')
  // Builds send no events, so the list is read again.
  useLateReply(listProjectImageBuilds, of, { refetchInterval: isBuilding ? buildingReadEveryMs : readEveryMs })
  if (builds.length === 0) return null
  return (
    <Section title={words.title} text={words.text}>
      <ul className="panel rows">
        {builds.map((build) => (
          <ImageBuildRow key={build.id} build={build} />
        ))}
      </ul>
    </Section>
  )
}

type ImageBuild = Reply<typeof listProjectImageBuilds>[number]

const looks: Readonly<Record<ImageBuild['status'], StateBadge>> = {
  building: { glyph: 'building', tone: 'live' },
  ready: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
}

/** A build with its outcome, its duration and its folded log. */
const ImageBuildRow = ({ build }: { readonly build: ImageBuild }) => {
  const words = useProjectWords().imageBuilds
  const { worded } = useServerWords()
  const [isOpen, setOpen] = useState(false)
  const { lasted } = useFormat()
  const { kind, status, commitSha, contentHash, createdAt, endedAt, uses, error, log } = build
  const commit = commitSha.slice(0, 8)
  return (
    <li className="build-row">
      <div className="row wrap">
        <State {...looks[status]}>{words.statuses[status]}</State>
        <span className="grow what">
          <span className="t">{words.causes[build.cause]}</span>
          <span className="m">
            {joined(
              words.commit(commit),
              words.hash(contentHash.slice(0, 12)),
              kind === 'dockerfile' && words.dockerfile,
              endedAt !== null && words.took(lasted(Date.parse(endedAt) - Date.parse(createdAt))),
              uses !== 0 && words.uses(uses),
            )}
          </span>
        </span>
        <Age at={createdAt} className="m num" />
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={isOpen ? words.hideLogOf(commit) : words.logOf(commit)}
          disabled={status === 'building'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? words.hideLog : words.log}
        </Button>
      </div>
      {error === null ? null : <p className="note bad">{worded(error)}</p>}
      {isOpen ? (
        <pre dir="ltr" tabIndex={0} aria-label={words.logOf(commit)}>
          {log === '' ? words.logEmpty : log}
        </pre>
      ) : null}
    </li>
  )
}
