import {
  listProjectPullRequests,
  connectProjectRepo,
  disconnectProjectRepo,
  listCodeHosts,
  previewProjectRepoConnect,
} from '../../../../../domains/code/code-hosts/contract.ts'
import {
  getProject,
  getProjectPolicies,
  updateProject,
  clearProjectPolicies,
  archiveProject,
  deleteProject,
  unarchiveProject,
} from '../../../../../domains/code/projects/contract.ts'
import type { getProjectBudget } from '../../../../../domains/delivery/budgets/contract.ts'
import { useReply, useOperation } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { LinkButton, Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { State } from '../../../parts/feedback/state.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { DraftField, SaveForm, SaveBar } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { call } from '../../../api/client.ts'
import { queries } from '../../../api/queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { usePolicyWords } from '../../../words/policies/index.ts'
import { PolicyList } from '../../../parts/policies/policy-list.tsx'
import { groupAfter, settingsOf } from '../../../parts/policies/policy-settings.ts'
import { runtimeOf } from '../project-runtime.ts'
import { usePolicyChoice, type PolicyChange } from '../../../parts/policies/use-policy-choice.ts'
import { useDraft } from '../../../parts/forms/use-draft.ts'
import { type Range, parseCap } from './cap-range.ts'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useRole } from '../../../api/use-role.ts'
import { useNavigate } from 'react-router'
import { toast } from '../../../parts/feedback/toast.ts'
import { useUndoWords } from '../../../words/undo/index.ts'

const shownMost = 20

const pullLooks = {
  waiting: { glyph: 'wait', tone: 'wait' },
  open: { glyph: 'reviewing', tone: 'live' },
  merged: { glyph: 'good', tone: 'live' },
  taken: { glyph: 'good', tone: 'good' },
  closed: { glyph: 'stopped', tone: 'plain' },
} as const

/** The newest pull requests of a project at its code host; renders nothing if it has none. */
export const PullRequests = ({ id }: { readonly id: string }) => {
  const words = useConnectionWords()
  const pulls = useReply(listProjectPullRequests, { params: { id } }).slice(0, shownMost)
  if (pulls.length === 0) return null
  return (
    <>
      <h3>{words.pulls}</h3>
      <ul className="panel rows">
        {pulls.map(({ id: pullId, number, url, branch, state, checks, error }) => (
          <li key={pullId} className="row wrap">
            <State {...pullLooks[state]}>{words.pullStates[state]}</State>
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

type Project = Reply<typeof getProject>['project']

type ProjectFields = Readonly<Record<'name' | 'stack' | 'instructionsMd', string>>

/** The project's name, its stack, and the instructions for its agents. */
export const AboutForm = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const { id, name, stack, instructionsMd } = project
  const draft = useForm<typeof updateProject, ProjectFields>(updateProject, {
    name: `project.${id}`,
    input: { params: { id } },
    saved: { name, stack: stack ?? '', instructionsMd: instructionsMd ?? '' },
    isChange: true,
    missing: words.nameMissing,
    // A stack can change, but not be removed: an empty field is not sent.
    check: () => ({ stack: undefined }),
    body: (_fields, { name: newName, stack: newStack, ...changed }) => ({
      ...changed,
      ...(newName && { name: newName.trim() }),
      ...(newStack?.trim() && { stack: newStack.trim() }),
    }),
  })
  return (
    <Form className="panel pad stack-16" error={draft.error} onSubmit={draft.submit}>
      <DraftField draft={draft} field="name" label={words.name} />
      <DraftField draft={draft} field="stack" label={words.stack} hint={words.stackHint} />
      <DraftField
        draft={draft}
        field="instructionsMd"
        isLong
        label={words.instructions}
        hint={words.instructionsHint}
      />
      <SaveForm form={draft} />
    </Form>
  )
}

type ShownPolicies = Pick<Reply<typeof getProject>, 'project'> & Pick<Reply<typeof getProjectPolicies>, 'inForce'>

/** The policies that the project itself sets. */
const saidBy = ({ project, inForce: { requiresApproval } }: ShownPolicies) => {
  const runtime = runtimeOf(project)
  return {
    requiresApproval: requiresApproval.from === 'project' ? requiresApproval.value : null,
    review: runtime.review ?? {},
    approval: runtime.approval ?? {},
    runtime,
  }
}

/** The policies in force with their sources; an inherited policy can get a value of the project's own. */
export const Policies = ({ id }: { readonly id: string }) => {
  const words = usePolicyWords()
  const { takeOver, takeOverAsk, takeOverText } = useProjectWords().settings
  const input = { params: { id } }
  const { project } = useReply(getProject, input)
  const { inForce } = useReply(getProjectPolicies, input)
  const choice = usePolicyChoice({
    scope: `${updateProject.id}.${id}`,
    read: async () => {
      const [{ project: now }, policies] = await Promise.all([call(getProject, input), call(getProjectPolicies, input)])
      return saidBy({ project: now, inForce: policies.inForce })
    },
    save: (now, chosen) => call(updateProject, { ...input, body: after(now, chosen) }),
    refresh: () => refreshAfter(queries, updateProject),
  })
  const settings = settingsOf({ ...saidBy({ project, inForce }), inForce }, words, 'project')
  const hasOwn = settings.some(({ said }) => said !== null)
  const clearButton = (
    <ConfirmButton
      size="small"
      label={takeOver}
      operation={clearProjectPolicies}
      input={{ params: { id } }}
      title={takeOverAsk}
    >
      {takeOverText}
    </ConfirmButton>
  )
  return (
    <Section title={words.title} text={words.textOfProject} action={hasOwn ? clearButton : null}>
      <PolicyList whose="project" choice={choice} settings={settings} />
    </Section>
  )
}

/** The body of a request that changes one policy and keeps the project's other policies. */
const after = (now: ReturnType<typeof saidBy>, { setting: { name, group }, value }: PolicyChange) =>
  group
    ? { runtime: { ...now.runtime, [group]: groupAfter(now[group], name, value) } }
    : { requiresApproval: value === true }

// The ranges of the contract.
const ranges = {
  costCapUsd: { most: 1_000_000, isWhole: false },
  cycleCap: { most: 1_000_000, isWhole: true },
  maxRevisions: { most: 1_000, isWhole: true },
} as const satisfies Readonly<Record<string, Range>>

type CapName = keyof typeof ranges

const names = Object.keys(ranges) as CapName[]

/** The caps of a project. An empty field inherits, and shows the inherited value. */
export const CapsForm = ({
  projectId,
  budget,
}: {
  readonly projectId: string
  readonly budget: Reply<typeof getProjectBudget>
}) => {
  const words = useProjectWords().budget
  const { dollars, number } = useFormat()
  const { inherited, defaults } = budget
  const cost = inherited.costCapUsd ?? defaults.costCapUsd
  const placeholders = {
    costCapUsd: cost === null ? words.noValue : dollars(cost),
    cycleCap: words.noValue,
    maxRevisions: number(inherited.maxRevisions ?? defaults.maxRevisions),
  }
  const saved = Object.fromEntries(names.map((name) => [name, String(budget.overrides[name] ?? '')]))
  const draft = useDraft(`project-caps.${projectId}`, saved as Record<CapName, string>)
  const save = useOperation(updateProject, { then: draft.clear })
  const capOf = (name: CapName) => parseCap(draft.fields[name], ranges[name])
  const wrong = (name: CapName) => (capOf(name) === undefined ? words.wrong[name] : undefined)
  const submit = () => {
    if (!draft.isChanged || names.some(wrong) || draft.conflicts.length > 0) return
    const changed = names.filter((name) => name in draft.mine)
    const body = Object.fromEntries(changed.map((name) => [name, capOf(name) ?? null]))
    save.mutate({ params: { id: projectId }, body })
  }
  return (
    <Form className="panel pad stack-16" error={save.error} onSubmit={submit}>
      {names.map((name) => (
        <DraftField
          key={name}
          draft={draft}
          field={name}
          label={words.names[name]}
          hint={words.explained[name]}
          placeholder={placeholders[name]}
          inputMode="decimal"
          wrong={wrong(name)}
        />
      ))}
      <Refusal error={save.error} />
      <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} label={words.save} />
    </Form>
  )
}

type Connection = NonNullable<Reply<typeof previewProjectRepoConnect>['connection']>

/** The connection of a project with a code host, or a form that connects it. */
export const CodeHostSection = ({ id }: { readonly id: string }) => {
  const words = useConnectionWords()
  const { connection } = useReply(previewProjectRepoConnect, { params: { id } })
  const hosts = useReply(listCodeHosts)
  const { isAdministrator } = useRole()
  if (connection) return <Connected id={id} connection={connection} />
  if (hosts.length > 0) return <ConnectForm id={id} />
  return (
    <EmptyPanel title={words.none} text={words.noneText}>
      {isAdministrator ? <LinkButton to={`${paths.settings}#connections`}>{words.addHost}</LinkButton> : null}
    </EmptyPanel>
  )
}

const connectionLooks = {
  waiting: { glyph: 'wait', tone: 'wait' },
  pushed: { glyph: 'good', tone: 'good' },
  failing: { glyph: 'bad', tone: 'bad' },
} as const

const Connected = ({ id, connection }: { readonly id: string; readonly connection: Connection }) => {
  const words = useConnectionWords()
  const { state, url, fullName, codeHostName, pullRequests, webhookState } = connection
  const problems = [connection.error, connection.webhookError, connection.takeError].filter((one) => one !== null)
  return (
    <div className="panel pad stack-16">
      <div className="line wrap">
        <State {...connectionLooks[state]}>{words.states[state]}</State>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {fullName}
        </a>
        <span className="quiet">{words.connected(codeHostName)}</span>
      </div>
      <p>{pullRequests ? words.withPullRequests : words.withoutPullRequests}</p>
      {pullRequests && webhookState !== 'made' ? <p className="quiet">{words.noWebhook}</p> : null}
      {problems.map((problem) => (
        <p key={problem} className="note bad">
          {problem}
        </p>
      ))}
      <div className="line">
        <ConfirmButton
          label={words.disconnect}
          operation={disconnectProjectRepo}
          input={{ params: { id } }}
          title={words.disconnectTitle(fullName)}
          keep
        >
          {pullRequests ? words.disconnectPulls : words.disconnectPushes}
        </ConfirmButton>
      </div>
    </div>
  )
}

const ConnectForm = ({ id }: { readonly id: string }) => {
  const words = useConnectionWords()
  const hosts = useReply(listCodeHosts)
  const form = useForm(connectProjectRepo, {
    input: { params: { id } },
    saved: { codeHostId: hosts[0]!.id, fullName: '' },
    body: ({ codeHostId, fullName }) => ({ codeHostId, fullName: fullName.trim(), create: true }),
  })
  return (
    <Form className="panel pad stack-16" error={form.error} onSubmit={form.submit}>
      <DraftSelect
        draft={form}
        field="codeHostId"
        label={words.host}
        choices={hosts.map((host) => [host.id, host.name])}
      />
      <DraftField
        draft={form}
        field="fullName"
        label={words.repository}
        hint={words.repositoryHint}
        spellCheck={false}
        dir="ltr"
      />
      <FormFoot of={form} verb={words.connect} variant="outline" />
    </Form>
  )
}

/** Archives a project, restores it, or deletes it with all its data. */
export const EndOfProject = ({ project }: { readonly project: Project }) => {
  const words = useProjectWords().settings
  const undo = useUndoWords()
  const navigate = useNavigate()
  const archive = useOperation(archiveProject)
  const unarchive = useOperation(unarchiveProject)
  const input = { params: { id: project.id } }
  const isArchived = project.archivedAt !== null
  const archiveWithUndo = () =>
    archive.mutate(input, {
      onSuccess: () => toast(words.archived(project.name), { words: undo, act: () => unarchive.mutateAsync(input) }),
    })
  return (
    <div className="panel pad stack-16">
      <div className="line wrap">
        <p className="soft">{isArchived ? words.archivedText : words.archiveText}</p>
        {isArchived ? (
          <Button isPending={unarchive.isPending} onClick={() => unarchive.mutate(input)}>
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
          input={input}
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
