import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { previewProgramConnection, approveProgramConnection } from '../../../../domains/accounts/programs/contract.ts'
import { RefusedError, type Reply } from '../../../../platform/client/index.ts'
import { call, whoAmI } from '../../api/client.ts'
import { Button } from '../../parts/forms/button.tsx'
import { paths } from '../../paths.ts'
import { AloneNotice } from '../../shell/alone-notice.tsx'
import { requireSignIn } from '../../shell/require-sign-in.ts'
import { useConnectWords, type ConnectWords } from '../../words/connect/index.ts'
import { useChange } from '../../api/use-change.ts'
import { chosenWorkspace, type Me } from '../../api/workspace.ts'
import { Form } from '../../parts/forms/form.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { FormFoot } from '../../parts/forms/form-foot.tsx'
import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { NamedOptions } from '../../parts/forms/options.tsx'
import { AlonePage } from '../../shell/alone-page.tsx'

interface RefusedRequest {
  readonly reason: keyof ConnectWords['reasons']
  readonly redirectTo: string | null
}

const read = async (request: string) => {
  const me = await whoAmI()
  try {
    return { me, request, program: await call(previewProgramConnection, { body: { request } }), refused: null }
  } catch (error) {
    const isRefused = error instanceof RefusedError && error.answered.code === 'program_refused'
    // Without a query there is no request at all.
    if (!isRefused && request !== '') throw error
    return {
      me,
      request,
      program: null,
      refused: isRefused ? (error.answered as unknown as RefusedRequest) : noRequest,
    }
  }
}
const noRequest: RefusedRequest = { reason: 'parameter', redirectTo: null }

export const loader = ({ request }: LoaderFunctionArgs) =>
  requireSignIn({ request, signIn: paths.signIn }, () => read(new URL(request.url).search.slice(1)))

/** Where a program sends its person to be connected by OAuth. */
export default function ConnectPage() {
  const { me, request, program, refused } = useLoaderData<Awaited<ReturnType<typeof read>>>()
  const [isDeclined, setDeclined] = useState(false)
  const [isConnected, setConnected] = useState(false)
  const words = useConnectWords()
  if (isConnected) return <AloneNotice role="status" title={words.connected} text={words.connectedText} />
  if (isDeclined) return <AloneNotice role="status" title={words.declined} text={words.declinedText} />
  const decline = (to: string) => {
    setDeclined(true)
    location.assign(to)
  }
  if (!program) {
    const { reason, redirectTo } = refused
    // The person decides whether the program is notified, so that no page leads on automatically.
    return (
      <AloneNotice role="alert" title={words.refused} text={words.reasons[reason]}>
        {redirectTo === null ? null : <Button onClick={() => decline(redirectTo)}>{words.back}</Button>}
      </AloneNotice>
    )
  }
  return (
    <ConnectForm
      me={me}
      request={request}
      program={program}
      onDecline={() => decline(program.declineTo)}
      onConnected={(redirectTo) => {
        setConnected(true)
        location.assign(redirectTo)
      }}
    />
  )
}

interface ConnectFormProps {
  readonly me: Me
  /** The query that the program opened the page with. */
  readonly request: string
  readonly program: Reply<typeof previewProgramConnection>
  readonly onConnected: (redirectTo: string) => void
  readonly onDecline: () => void
}

/** Asks the person whether a program may work for them, where, and how much. */
const ConnectForm = ({ me, request, program, onConnected, onDecline }: ConnectFormProps) => {
  const words = useConnectWords()
  const { name, isLocal } = program
  const [workspaceId, setWorkspaceId] = useState(chosenWorkspace(me)?.id ?? me.workspaces[0]?.id)
  // A program that asks to read gets no more.
  const powers = program.canWrite ? (['read', 'write'] as const) : (['read'] as const)
  const [power, setPower] = useState<'read' | 'write'>(program.canWrite ? 'write' : 'read')
  const body = { request, canWrite: power === 'write' }
  const approve = useChange(() => call(approveProgramConnection, { body }, { 'x-organization-id': workspaceId! }), {
    calls: [approveProgramConnection],
    then: ({ redirectTo }) => onConnected(redirectTo),
  })
  useTitle(words.title(name))
  return (
    <AlonePage>
      <div>
        <Heading>{words.title(name)}</Heading>
        <p>{words.text}</p>
      </div>
      <dl className="kv">
        <dt>{words.from}</dt>
        <dd className="mono" dir="ltr" title={program.clientId}>
          {program.clientHost}
        </dd>
        <dt>{words.answerTo}</dt>
        <dd>
          <span className="mono" dir="ltr">
            {program.redirectHost}
          </span>
          {isLocal ? `, ${words.thisComputer}` : null}
        </dd>
      </dl>
      <p className="quiet">{words.check}</p>
      {isLocal ? <p className="quiet">{words.local}</p> : null}
      {workspaceId === undefined ? (
        <p role="alert">{words.noWorkspace}</p>
      ) : (
        <Form error={approve.error} onSubmit={() => approve.mutate(undefined)}>
          <SelectField
            label={words.workspace}
            value={workspaceId}
            onChange={(event) => setWorkspaceId(event.target.value)}
          >
            <NamedOptions of={me.workspaces} />
          </SelectField>
          <div className="field" role="group" aria-label={words.power}>
            <span className="legend-text">{words.power}</span>
            <span>
              <span className="seg">
                {powers.map((one) => (
                  <button key={one} type="button" aria-pressed={one === power} onClick={() => setPower(one)}>
                    {words.powers[one]}
                  </button>
                ))}
              </span>
            </span>
            <span className="hint">{words.powerHints[power]}</span>
          </div>
          <p className="quiet">{words.yours}</p>
          <FormFoot of={approve} verb={words.connect} pendingText={words.connecting} codes={words.codes}>
            <Button onClick={onDecline}>{words.decline}</Button>
          </FormFoot>
        </Form>
      )}
      <p className="quiet" dir="auto">
        {words.signedInAs(me.email)}
      </p>
    </AlonePage>
  )
}
