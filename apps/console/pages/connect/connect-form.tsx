import { useState } from 'react'
import {
  approveProgramConnection,
  type previewProgramConnection,
} from '../../../../domains/accounts/programs/contract.ts'
import { call } from '../../api/client.ts'
import { useChange } from '../../api/use-change.ts'
import { chosenWorkspace, type Me } from '../../api/workspace.ts'
import { Button } from '../../parts/forms/button.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { SelectField } from '../../parts/forms/field.tsx'
import { FormFoot } from '../../parts/forms/form-foot.tsx'
import { Heading } from '../../parts/text/heading.tsx'
import { useTitle } from '../../parts/page.tsx'
import { NamedOptions } from '../../parts/forms/options.tsx'
import { AlonePage } from '../../shell/alone-page.tsx'
import { useConnectWords } from '../../words/connect/index.ts'
import type { Reply } from '../../../../platform/client/index.ts'

interface ConnectFormProps {
  readonly me: Me
  /** The query that the program opened the page with. */
  readonly request: string
  readonly program: Reply<typeof previewProgramConnection>
  readonly onConnected: (redirectTo: string) => void
  readonly onDecline: () => void
}

/** Asks the person whether a program may work for them, where, and how much. */
export const ConnectForm = ({ me, request, program, onConnected, onDecline }: ConnectFormProps) => {
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
