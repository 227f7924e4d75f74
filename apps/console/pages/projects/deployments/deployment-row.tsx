import { useState } from 'react'
import { rollbackDeployment, type listDeployments } from '../../../../../domains/code/deployments/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import type { GlyphName } from '../../../parts/glyph.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { State } from '../../../parts/state.tsx'
import { previewPath } from '../../../paths.ts'
import type { Tone } from '../../../states.ts'
import { useDeploymentWords } from '../../../words/deployments/index.ts'
import { DeploymentLog } from './deployment-log.tsx'

export type Deployment = Reply<typeof listDeployments>[number]

const looks: Readonly<Record<Deployment['status'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
  building: { glyph: 'building', tone: 'live' },
  deploying: { glyph: 'testing', tone: 'live' },
  live: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
  expired: { glyph: 'stopped', tone: 'plain' },
}

interface DeploymentRowProps {
  readonly deployment: Deployment
  readonly isOpen: boolean
}

/** One deployment: where it stands, what it serves, and what can be done with it. */
export const DeploymentRow = ({ deployment, isOpen }: DeploymentRowProps) => {
  const words = useDeploymentWords()
  const { whole } = useFormat()
  const { ago } = useAges()
  const [isLogShown, setLogShown] = useState(false)
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
          isLogShown={isLogShown}
          onLog={() => setLogShown(!isLogShown)}
        />
      </div>
      {failure ? <p className="note bad">{failure.message}</p> : null}
      {isLogShown ? (
        <DeploymentLog id={deployment.id} isGrowing={status !== 'failed' && expiredBecause === null} />
      ) : null}
    </li>
  )
}

/** What is worth knowing beside the commit, in one line. */
const useFacts = ({ status, url, expiredBecause, rollbackOf, expiresAt, build }: Deployment): string => {
  const words = useDeploymentWords()
  const { whole } = useFormat()
  return [
    status === 'live' ? new URL(url).host : undefined,
    expiredBecause === null ? undefined : words.expired[expiredBecause],
    status === 'live' && expiresAt !== null ? words.until(whole(expiresAt)) : undefined,
    rollbackOf === null ? build?.foundBy : words.rolledBack,
  ]
    .filter((fact) => fact !== undefined)
    .join(' · ')
}

interface ActsProps extends DeploymentRowProps {
  readonly commit: string
  readonly isLogShown: boolean
  readonly onLog: () => void
}

const Acts = ({ deployment, commit, isOpen, isLogShown, onLog }: ActsProps) => {
  const words = useDeploymentWords()
  const { id, status, url, canRollBack } = deployment
  const rollBack = useOperation(rollbackDeployment)
  return (
    <span className="line wrap">
      <Button size="small" aria-expanded={isLogShown} aria-label={words.logOf(commit)} onClick={onLog}>
        {isLogShown ? words.hideLog : words.log}
      </Button>
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
