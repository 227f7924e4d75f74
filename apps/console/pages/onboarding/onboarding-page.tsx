import { Link, Navigate, useSearchParams } from 'react-router'
import { getMe } from '../../../../domains/accounts/people/contract/me.ts'
import { listProjects, getWorkspacePolicies } from '../../../../domains/code/projects/contract.ts'
import { useReply, useLateReply } from '../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../api/use-pages.ts'
import { chosenWorkspace, readsAudit } from '../../api/workspace.ts'
import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { ChangeStep, RepositoryStep } from './project-steps.tsx'
import { ModelStep } from './model-step.tsx'
import Boxes from 'lucide-react/icons/boxes'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import FlaskConical from 'lucide-react/icons/flask-conical'
import GitMerge from 'lucide-react/icons/git-merge'
import ListChecks from 'lucide-react/icons/list-checks'
import { CopyButton } from '../../parts/text/copy-button.tsx'
import { useImportWords } from '../../words/import/index.ts'
import type { ReactNode } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { Glyph } from '../../parts/text/glyph.tsx'
import './onboarding.css'

export const loader = () => prefetchPages(listProjects)

/** From nothing to a first change: one of three steps is open, and the address has the progress. */
export default function FirstRunPage() {
  const words = useFirstWords()
  const me = useReply(getMe)
  const workspace = chosenWorkspace(me)
  useTitle(words.title)
  if (!workspace) return <Navigate to={paths.home} replace />
  return (
    <main className="begin">
      <div>
        <div className="in">
          <div className="line top-line">
            <span className="mark" aria-hidden="true">
              A
            </span>
            <b className="grow">Atelier</b>
            <Link className="quiet" to={paths.home}>
              {words.skip}
            </Link>
          </div>
          <Heading>{words.title}</Heading>
          <p className="lead">{words.lead}</p>
          <Steps workspaceId={workspace.id} isAdministrator={readsAudit(workspace)} />
        </div>
      </div>
      <NextSteps />
    </main>
  )
}

interface StepsProps {
  readonly workspaceId: string
  readonly isAdministrator: boolean
}

const Steps = ({ workspaceId, isAdministrator }: StepsProps) => {
  const words = useFirstWords()
  const [query, setQuery] = useSearchParams()
  const projects = useRows(listProjects, 5_000).rows.filter(({ archivedAt }) => archivedAt === null)
  const project = projects.find(({ id }) => id === query.get('project'))
  const model = project && query.get('model')
  const choose = (chosen: Readonly<Record<string, string>>) => setQuery(new URLSearchParams(chosen))
  return (
    <ol className="stepper">
      <Step
        number={1}
        title={words.repository}
        text={project?.name ?? words.repositoryText}
        state={project ? 'done' : 'open'}
        onChange={() => choose({})}
      >
        <RepositoryStep newest={projects[0]} onChosen={(id) => choose({ project: id })} />
      </Step>
      <Step
        number={2}
        title={words.model}
        text={model ?? words.modelText}
        state={model ? 'done' : project ? 'open' : 'later'}
        onChange={() => project && choose({ project: project.id })}
      >
        <ModelStep
          workspaceId={workspaceId}
          isAdministrator={isAdministrator}
          onChosen={(id) => project && choose({ project: project.id, model: id })}
        />
      </Step>
      <Step number={3} title={words.sentence} text={words.sentenceText} state={model ? 'open' : 'later'}>
        {project && model ? <ChangeStep project={project} isOffline={model === 'offline'} /> : null}
      </Step>
    </ol>
  )
}

const icons = [ListChecks, Boxes, FlaskConical, Fingerprint, GitMerge]

/** The decider about a change, by the policies in force. */
const useDecider = (): 'each' | 'shown' | 'proved' => {
  const policies = useLateReply(getWorkspacePolicies).data?.inForce
  if (policies === undefined || policies.requiresApproval.value) return 'each'
  return policies.review.shown.value === 'merge' ? 'shown' : 'proved'
}

/** The next steps of the change, and the same from a terminal. */
const NextSteps = () => {
  const words = useFirstWords()
  const { command, copy } = useImportWords()
  return (
    <aside className="stage">
      <h2>{words.then}</h2>
      <ol className="rail">
        {[...words.steps, words.decides[useDecider()], words.merged].map(([title, text], at) => {
          const Icon = icons[at]!
          return (
            <li key={title}>
              <Icon className="i" aria-hidden="true" />
              <div>
                <b>{title}</b>
                <p>{text}</p>
              </div>
            </li>
          )
        })}
      </ol>
      <h2>{words.terminal}</h2>
      <div className="panel pad line">
        <code className="mono grow cut" title={command}>
          {command}
        </code>
        <CopyButton text={command} label={copy} />
      </div>
    </aside>
  )
}

interface StepProps {
  readonly number: number
  readonly title: string
  /** The subject of the step, or the choice. */
  readonly text: string
  readonly state: 'done' | 'open' | 'later'
  readonly onChange?: () => void
  readonly children: ReactNode
}

/** A step: the choice, or the form for it, or a later step. */
const Step = ({ number, title, text, state, onChange, children }: StepProps) => {
  const words = useFirstWords()
  return (
    <li className={state === 'later' ? 'later' : undefined} aria-current={state === 'open' ? 'step' : undefined}>
      <span className={state === 'open' ? 'no on' : state === 'done' ? 'no done' : 'no'} aria-hidden="true">
        {state === 'done' ? <Glyph name="good" /> : number}
      </span>
      <div>
        <h2>{title}</h2>
        <div className="soft line wrap">
          <span className={state === 'done' ? 'cut' : undefined} dir="auto" title={state === 'done' ? text : undefined}>
            {text}
          </span>
          {state === 'done' && onChange ? (
            <Button variant="plain" size="small" onClick={onChange}>
              {words.change} <span className="sr">{title}</span>
            </Button>
          ) : null}
        </div>
        {state === 'open' ? <div className="panel open">{children}</div> : null}
      </div>
    </li>
  )
}
