import { useState } from 'react'
import {
  connectProjectRepo,
  disconnectProjectRepo,
  listCodeHosts,
  previewProjectRepoConnect,
} from '../../../../../domains/code/code-hosts/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { SelectField, TextField } from '../../../parts/forms/field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { NamedOptions } from '../../../parts/forms/options.tsx'
import { useRole } from '../../../api/use-role.ts'
import { paths } from '../../../paths.ts'
import { useConnectionWords } from '../../../words/connections/index.ts'

type Connection = NonNullable<Reply<typeof previewProjectRepoConnect>['connection']>

/** Where the project is connected, or a form that connects it. */
export const CodeHostSection = ({ id }: { readonly id: string }) => {
  const words = useConnectionWords()
  const { connection } = useReply(previewProjectRepoConnect, { params: { id } })
  const hosts = useReply(listCodeHosts)
  const { isAdministrator } = useRole()
  if (connection) return <Connected id={id} connection={connection} />
  if (hosts.length > 0) return <ConnectForm id={id} />
  return (
    <div className="panel">
      <Empty title={words.none} text={words.noneText}>
        {isAdministrator ? <LinkButton to={`${paths.settings}#connections`}>{words.addHost}</LinkButton> : null}
      </Empty>
    </div>
  )
}

const looks = {
  waiting: { glyph: 'wait', tone: 'wait' },
  pushed: { glyph: 'good', tone: 'good' },
  failing: { glyph: 'bad', tone: 'bad' },
} as const

interface ConnectedProps {
  readonly id: string
  readonly connection: Connection
}

const Connected = ({ id, connection }: ConnectedProps) => {
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
          keep={words.keepConnection}
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
  const [codeHostId, setCodeHostId] = useState(hosts[0]!.id)
  const [fullName, setFullName] = useState('')
  const connect = useOperation(connectProjectRepo)
  const submit = () => connect.mutate({ params: { id }, body: { codeHostId, fullName: fullName.trim(), create: true } })
  return (
    <Form className="panel pad stack-16" error={connect.error} onSubmit={submit}>
      <SelectField
        label={words.host}
        name="codeHostId"
        value={codeHostId}
        onChange={(event) => setCodeHostId(event.target.value)}
      >
        <NamedOptions of={hosts} />
      </SelectField>
      <TextField
        label={words.repository}
        hint={words.repositoryHint}
        name="fullName"
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
        spellCheck={false}
        dir="ltr"
      />
      <FormFoot of={connect} verb={words.connect} variant="outline" />
    </Form>
  )
}
