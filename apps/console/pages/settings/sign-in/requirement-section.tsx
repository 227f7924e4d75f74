import { useState } from 'react'
import { useLocation } from 'react-router'
import { requireCompanySignIn } from '../../../../../domains/accounts/company-sign-in/contract/provider.ts'
import { listMyIdentities } from '../../../../../domains/accounts/company-sign-in/contract/sign-in.ts'
import { listMyPasskeys } from '../../../../../domains/accounts/people/contract/sign-in/passkeys.ts'
import { useOperation, useReply } from '../../../api/use-operation.ts'
import { useRole } from '../../../api/use-role.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useCompanySignIn } from '../../../parts/company/use-company-sign-in.ts'
import { SelectField } from '../../../parts/forms/field.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useCompanyWords } from '../../../words/company/index.ts'
import type { Company } from './provider-section.tsx'

interface RequirementProps {
  readonly provider: NonNullable<Company['provider']>
}

/** Whether the people of the agency have to sign in with the provider. */
export const RequirementSection = ({ provider }: RequirementProps) => {
  const words = useCompanyWords().settings
  const { isOwner } = useRole()
  const { day } = useFormat()
  const { requiredAt, hasEmergencyPasskey } = provider
  return (
    <Section title={words.requirement} text={words.requirementText}>
      <div className="panel pad stack">
        <p>{requiredAt === null ? words.notRequired : words.requiredSince(day(requiredAt))}</p>
        {requiredAt !== null && !hasEmergencyPasskey ? <p role="alert">{words.noEmergency}</p> : null}
        {isOwner ? requiredAt === null ? <Require provider={provider} /> : <EndIt /> : <p>{words.ownerOnly}</p>}
      </div>
    </Section>
  )
}

const EndIt = () => {
  const words = useCompanyWords().settings
  const end = useOperation(requireCompanySignIn)
  return (
    <>
      <Refusal error={end.error} />
      <div className="line wrap">
        <Button isPending={end.isPending} onClick={() => end.mutate({ body: { required: false } })}>
          {words.end}
        </Button>
      </div>
    </>
  )
}

const Require = ({ provider }: RequirementProps) => {
  const words = useCompanyWords().settings
  const { workspace } = useRole()
  const passkeys = useReply(listMyPasskeys)
  const isLinked = useReply(listMyIdentities).some(
    ({ workspaceId, linkedAt }) => workspaceId === workspace.id && linkedAt !== null,
  )
  const [chosen, setChosen] = useState(passkeys[0]?.id ?? '')
  const begin = useCompanySignIn(useLocation().pathname)
  const require = useOperation(requireCompanySignIn)
  return (
    <>
      <p className="quiet">{words.tryFirst}</p>
      <div className="line wrap">
        <Button isPending={begin.isPending} onClick={() => begin.mutate({ workspaceId: workspace.id })}>
          {words.try(provider.name)}
        </Button>
      </div>
      {passkeys.length === 0 ? (
        <p>{words.noPasskey}</p>
      ) : (
        <SelectField
          name="emergencyPasskeyId"
          label={words.passkey}
          hint={words.passkeyHint}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
        >
          {passkeys.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? words.unnamed}
            </option>
          ))}
        </SelectField>
      )}
      <Refusal error={begin.error ?? require.error} />
      <div className="line wrap">
        <Button
          variant="primary"
          disabled={!isLinked || chosen === ''}
          isPending={require.isPending}
          onClick={() => require.mutate({ body: { required: true, emergencyPasskeyId: chosen } })}
        >
          {words.require}
        </Button>
      </div>
    </>
  )
}
