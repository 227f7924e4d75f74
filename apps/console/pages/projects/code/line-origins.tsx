import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FileContent } from '../../../../../domains/delivery/repository-reads/contract.ts'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { originAt, type Origin } from './origin-at.ts'

interface LineOriginProps {
  readonly projectId: string
  readonly origins: NonNullable<FileContent['origins']>
  readonly line: number
  /** Whether no line is drawn above it. */
  readonly isFirst: boolean
}

/** Beside the first of lines that came together: who wrote them, in which cycle, and what needs them. */
export const LineOrigin = ({ projectId, origins, line, isFirst }: LineOriginProps): ReactNode => {
  const origin = originAt(origins, line)
  if (!origin || (!isFirst && origin.line !== line)) return <span className="origin" />
  return (
    <span className="origin">
      <OriginName projectId={projectId} origin={origin} />
    </span>
  )
}

const OriginName = ({ projectId, origin }: { readonly projectId: string; readonly origin: Origin }) => {
  const words = useProjectWords().code.origins
  const { task, account, author, commitSha } = origin
  if (!task) return <span title={commitSha}>{author}</span>
  const accounts: Readonly<Record<string, string>> = words.accounts
  const about = account === null ? undefined : accounts[account]
  const by = task.agent ?? author
  const tests = account === 'needed' ? task.needed : account === 'own' ? task.own : []
  const whole = [
    task.model === null ? by : words.withModel(by, task.model),
    task.cycleTitle,
    about,
    tests.length > 0 ? words.tests(tests) : undefined,
  ]
  const said = whole.filter((one) => one).join('. ')
  return (
    <Link className="link" to={paths.cycle(projectId, task.cycleId)} title={said} aria-label={said}>
      {[by, task.cycleTitle, about].filter((one) => one).join(' · ')}
    </Link>
  )
}
