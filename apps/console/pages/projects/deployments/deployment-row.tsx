import { useState } from 'react'
import { rollbackDeployment, type listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import type { GlyphName } from '../../../parts/glyph.tsx'
import { DeploymentPictures } from '../../../parts/preview-pictures/cycle-pictures.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { State } from '../../../parts/state.tsx'
import { previewPath } from '../../../paths.ts'
import type { Tone } from '../../../states.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { useServerWords } from '../../../words/server/index.ts'
import { DeploymentLog } from './deployment-log.tsx'
import { ShareLinks } from './share-links.tsx'

export type Deployment = Reply<typeof listDeployments>[number]

const looks: Readonly<Record<Deployment['status'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  building: { glyph: 'building', tone: 'live' },
  deploying: { glyph: 'testing', tone: 'live' },
  live: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
  expired: { glyph: 'stopped', tone: 'plain' },
}

type RowPanel = 'log' | 'shares' | 'pictures'

interface DeploymentRowProps {
  readonly deployment: Deployment
  readonly isOpen: boolean
  /** Whether the project allows share links. */
  readonly canShare: boolean
}

/** One deployment: its state, its site, and its actions. */
export const DeploymentRow = ({ deployment, isOpen, canShare }: DeploymentRowProps) => {
  const words = useDeploymentWords()
  const { worded } = useServerWords()
  const { whole } = useFormat()
  const { ago } = useAges()
  const [shown, setShown] = useState<RowPanel>()
  const toggle = (which: RowPanel) => setShown(shown === which ? undefined : which)
  const { status, commitSha, createdAt, failure, expiredBecause } = deployment
  const commit = commitSha === null ? words.noCommit : commitSha.slice(0, 8)
  return (
    <li className="deployment-row">
      <div className="row wrap">
        <State {...looks[status]}>{words.statuses[status]}</State>
        <span className="grow what">
          <span className="t mono">{commit}</span>
          <span className="m">{useFacts(deployment)}</span>
        </span>
        <time className="m num" dateTime={createdAt} title={whole(createdAt)}>
          {ago(createdAt)}
        </time>
        <Acts
          deployment={deployment}
          commit={commit}
          isOpen={isOpen}
          canShare={canShare && status === 'live'}
          shown={shown}
          onToggle={toggle}
        />
      </div>
      {failure ? <p className="note bad">{worded(failure.message)}</p> : null}
      {shown === 'pictures' ? (
        <div className="pad">
          <DeploymentPictures id={deployment.id} isAsked />
        </div>
      ) : null}
      {shown === 'shares' ? <ShareLinks id={deployment.id} /> : null}
      {shown === 'log' ? (
        <DeploymentLog id={deployment.id} isGrowing={status !== 'failed' && expiredBecause === null} />
      ) : null}
    </li>
  )
}

/** The facts beside the commit, in one line. */
const useFacts = ({
  status,
  url,
  expiredBecause,
  rollbackOf,
  expiresAt,
  build,
  buildRemovedAt,
}: Deployment): string => {
  const words = useDeploymentWords()
  const { worded } = useServerWords()
  const { whole } = useFormat()
  return [
    status === 'live' ? new URL(url).host : undefined,
    expiredBecause === null ? undefined : words.expired[expiredBecause],
    status === 'live' && expiresAt !== null ? words.until(whole(expiresAt)) : undefined,
    buildRemovedAt ? words.buildRemoved : undefined,
    rollbackOf === null ? build && worded(build.foundBy) : words.rolledBack,
  ]
    .filter((fact) => fact !== undefined && fact !== null)
    .join(' · ')
}

interface ActsProps extends DeploymentRowProps {
  readonly commit: string
  readonly shown: RowPanel | undefined
  readonly onToggle: (which: RowPanel) => void
}

const Acts = ({ deployment, commit, isOpen, canShare, shown, onToggle }: ActsProps) => {
  const words = useDeploymentWords()
  const { id, status, url, canRollBack, liveAt } = deployment
  const rollBack = useOperation(rollbackDeployment)
  return (
    <span className="line wrap">
      <Button
        size="small"
        aria-expanded={shown === 'log'}
        aria-label={words.logOf(commit)}
        onClick={() => onToggle('log')}
      >
        {shown === 'log' ? words.hideLog : words.log}
      </Button>
      {liveAt === null ? null : (
        <Button
          size="small"
          aria-expanded={shown === 'pictures'}
          aria-label={words.pictures.showOf(commit)}
          onClick={() => onToggle('pictures')}
        >
          {words.pictures.show}
        </Button>
      )}
      {canShare ? (
        <Button
          size="small"
          aria-expanded={shown === 'shares'}
          aria-label={words.sharing.shareOf(commit)}
          onClick={() => onToggle('shares')}
        >
          {words.sharing.share}
        </Button>
      ) : null}
      {canRollBack && isOpen ? (
        <Button
          size="small"
          aria-label={words.rollBackOf(commit)}
          isPending={rollBack.isPending}
          onClick={() => rollBack.mutate({ params: { id } })}
        >
          {words.rollBack}
        </Button>
      ) : null}
      {status === 'live' ? (
        <LinkButton size="small" to={previewPath(url)} target="_blank" rel="noopener" aria-label={words.openOf(commit)}>
          {words.open}
        </LinkButton>
      ) : null}
      <Refusal error={rollBack.error} />
    </span>
  )
}
