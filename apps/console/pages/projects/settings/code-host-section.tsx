import {
  connectProjectRepo,
  disconnectProjectRepo,
  listCodeHosts,
  previewProjectRepoConnect,
} from '../../../../../domains/code/code-hosts/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useReply } from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { DraftSelect } from '../../../parts/forms/draft-select.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { useRole } from '../../../api/use-role.ts'
import { paths } from '../../../paths.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'

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

const looks = {
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
        <State {...looks[state]}>{words.states[state]}</State>
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
