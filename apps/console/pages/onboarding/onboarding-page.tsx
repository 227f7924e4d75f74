import { Link, Navigate, useSearchParams } from 'react-router'
import { getMe } from '../../../../domains/accounts/people/contract/me.ts'
import { listProjects } from '../../../../domains/code/projects/contract.ts'
import { useReply } from '../../api/use-operation.ts'
import { prefetchPages, useAllRows } from '../../api/use-pages.ts'
import { chosenWorkspace, readsAudit } from '../../api/workspace.ts'
import { Heading } from '../../parts/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { useFirstWords } from '../../words/onboarding/index.ts'
import { ChangeStep } from './change-step.tsx'
import { ModelStep } from './model-step.tsx'
import { RepositoryStep } from './repository-step.tsx'
import { NextSteps } from './next-steps.tsx'
import { Step } from './onboarding-step.tsx'
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
  const projects = useAllRows(listProjects).filter(({ archivedAt }) => archivedAt === null)
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
