import { useParams, type LoaderFunctionArgs, useNavigate } from 'react-router'
import {
  listCodeHosts,
  listProjectPullRequests,
  previewProjectRepoConnect,
} from '../../../../../domains/code/code-hosts/contract.ts'
import {
  getProject,
  getProjectPolicies,
  archiveProject,
  deleteProject,
  unarchiveProject,
} from '../../../../../domains/code/projects/contract.ts'
import { getProjectBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import { prefetch, useReply, useOperation } from '../../../api/use-operation.ts'
import { Head } from '../../../parts/page.tsx'
import { useFormat } from '../../../format.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { ProjectFrame } from '../project-frame.tsx'
import { CapsForm } from '../budget/caps-form.tsx'
import { AboutForm, type Project } from './about-form.tsx'
import { CodeHostSection } from './code-host-section.tsx'
import { Policies } from './project-policies.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { toast } from '../../../parts/feedback/toast.ts'
import { paths } from '../../../paths.ts'
import { useUndoWords } from '../../../words/undo/index.ts'
import { State } from '../../../parts/feedback/state.tsx'
import '../../settings/settings.css'
import './project-settings.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  const of = { params: { id: params.projectId! } }
  prefetch(getProjectPolicies, of)
  prefetch(getProjectBudget, of)
  prefetch(previewProjectRepoConnect, of)
  prefetch(listProjectPullRequests, of)
  prefetch(listCodeHosts)
  return prefetch(getProject, of)
}

export default function SettingsPage() {
  const id = useParams().projectId!
  const of = { params: { id } }
  const { tabs, settings: words, budget } = useProjectWords()
  const connections = useConnectionWords()
  const { day } = useFormat()
  const hosts = useReply(listCodeHosts)
  const { project } = useReply(getProject, of)
  return (
    <ProjectFrame id={id}>
      <Head
        title={tabs.settings}
        text={project.archivedAt === null ? words.since(day(project.createdAt)) : words.archivedTitle}
      />
      <div className="settings settings-of-project">
        <Section title={words.about}>
          <AboutForm project={project} />
        </Section>
        <Policies id={id} />
        <Section title={budget.caps}>
          <CapsForm projectId={id} budget={useReply(getProjectBudget, of)} />
        </Section>
        <Section title={connections.title} text={hosts.length > 0 ? connections.text : undefined}>
          <CodeHostSection id={id} />
          <PullRequests id={id} />
        </Section>
        <Section title={words.end}>
          <EndOfProject project={project} />
        </Section>
      </div>
    </ProjectFrame>
  )
}

/** Archives a project, restores it, or deletes it with all its data. */
const EndOfProject = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const undo = useUndoWords()
  const navigate = useNavigate()
  const archive = useOperation(archiveProject)
  const unarchive = useOperation(unarchiveProject)
  const of = { params: { id: project.id } }
  const isArchived = project.archivedAt !== null
  const archiveWithUndo = () =>
    archive.mutate(of, {
      onSuccess: () => toast(words.archived(project.name), { words: undo, act: () => unarchive.mutateAsync(of) }),
    })
  return (
    <div className="panel pad stack-16">
      <div className="line wrap">
        <p className="soft">{isArchived ? words.archivedText : words.archiveText}</p>
        {isArchived ? (
          <Button isPending={unarchive.isPending} onClick={() => unarchive.mutate(of)}>
            {words.unarchive}
          </Button>
        ) : (
          <Button isPending={archive.isPending} onClick={archiveWithUndo}>
            {words.archive}
          </Button>
        )}
        <ConfirmButton
          variant="danger"
          label={words.remove}
          operation={deleteProject}
          input={of}
          then={() => navigate(paths.projects, { replace: true })}
          title={words.removeAsk(project.name)}
          typed={{ label: words.typeName, text: project.name }}
        >
          {words.removeText}
        </ConfirmButton>
      </div>
      <Refusal error={archive.error ?? unarchive.error} />
    </div>
  )
}

const shownMost = 20

const looks = {
  waiting: { glyph: 'wait', tone: 'wait' },
  open: { glyph: 'reviewing', tone: 'live' },
  merged: { glyph: 'good', tone: 'live' },
  taken: { glyph: 'good', tone: 'good' },
  closed: { glyph: 'stopped', tone: 'plain' },
} as const

/** The newest pull requests of a project at its code host; renders nothing if it has none. */
const PullRequests = ({ id }: { readonly id: string }) => {
  const words = useConnectionWords()
  const pulls = useReply(listProjectPullRequests, { params: { id } }).slice(0, shownMost)
  if (pulls.length === 0) return null
  return (
    <>
      <h3>{words.pulls}</h3>
      <ul className="panel rows">
        {pulls.map(({ id: pullId, number, url, branch, state, checks, error }) => (
          <li key={pullId} className="row wrap">
            <State {...looks[state]}>{words.pullStates[state]}</State>
            <span className="grow what">
              {url === null ? (
                <span className="t mono">{branch}</span>
              ) : (
                <a className="t mono" href={url} target="_blank" rel="noopener noreferrer">
                  {`#${number} ${branch}`}
                </a>
              )}
              <span className="m">{error ?? words.checks[checks]}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
